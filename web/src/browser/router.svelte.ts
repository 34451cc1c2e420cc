/** Which screen is shown, by the address: /, /new/GAME, /table/ID, /review/ID#MOVE, /learn/GAME#RULE,
 * /learn/GAME/notation, /learn/GAME/tutorial#CHAPTER/STEP, /people/ID, /puzzles, /puzzles/GAME, /unsubscribe/TOKEN. */

class Router {
  path = $state(location.pathname);
  /** What stands after # in the address. It never reaches a server, so an invitation can stand there. */
  hash = $state(location.hash.slice(1));
  /** Whether the screen that is shown was gone to from another one: then its title takes the focus. */
  hasMoved = false;

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
    addEventListener("click", (event) => this.follow(event));
  }

  /** Go to an address of ours. */
  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  /** Be at an address of ours that says more exactly where we are already. */
  settle(path: string): void {
    history.replaceState(null, "", path);
    this.read();
  }

  private read(): void {
    if (this.path !== location.pathname) this.hasMoved = true;
    this.path = location.pathname;
    this.hash = location.hash.slice(1);
  }

  private follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();

/** Give the title of a screen the focus when one comes from another screen: `<h1 tabindex="-1" {@attach arrive}>`. */
export function arrive(title: HTMLElement): void {
  if (router.hasMoved) title.focus({ preventScroll: true });
}
