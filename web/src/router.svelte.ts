/** Which screen is shown, by the address: /, /new/GAME, /table/ID, /review/ID, /learn/GAME. */

class Router {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    addEventListener("click", (event) => this.follow(event));
  }

  /** Go to an address of ours. */
  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** What stands in the address after a prefix, or null: `router.after("/table/")`. */
  after(prefix: string): string | null {
    return this.path.startsWith(prefix) && this.path.length > prefix.length
      ? this.path.slice(prefix.length)
      : null;
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
