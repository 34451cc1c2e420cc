/** Where somebody stopped in the tutorials, kept in this browser: nobody needs to be known for that. */

const KEY = "tianxia-tutorials";

/** Of one game; a place is a chapter and a step: "first/lay". */
interface Progress {
  at: string | null;
  done: string[];
}

const all: Record<string, Progress> = $state(read());

export const progressOf = (game: string): Progress => all[game] ?? { at: null, done: [] };

export function stopAt(game: string, at: string): void {
  keep(game, { ...progressOf(game), at });
}

export function finish(game: string, place: string): void {
  const { at, done } = progressOf(game);
  if (!done.includes(place)) keep(game, { at, done: [...done, place] });
}

export function forget(game: string): void {
  keep(game, { at: null, done: [] });
}

function keep(game: string, progress: Progress): void {
  all[game] = progress;
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing is fine, too
  }
}

/** What was kept, as far as it can be read: whoever wrote it may have been another version. */
function read(): Record<string, Progress> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Partial<Progress> | null>;
    const entries = Object.entries(kept).map(([game, found]): [string, Progress] => [
      game,
      {
        at: typeof found?.at === "string" ? found.at : null,
        done: Array.isArray(found?.done) ? found.done.filter((place) => typeof place === "string") : [],
      },
    ]);
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
