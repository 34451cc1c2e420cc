/** Where somebody stopped in the tutorials, kept in this browser: nobody needs to be known for that. */

import { readStored, store } from "../../browser/storage";

const KEY = "tianxia-tutorials";

/** Of one game; a place is a chapter and a step: "first/lay". */
interface Progress {
  at: string | null;
  done: string[];
}

const all: Record<string, Progress> = $state(read());

export const progressOf = (game: string): Progress => all[game] ?? { at: null, done: [] };

export function stopAt(game: string, at: string): void {
  note(game, { ...progressOf(game), at });
}

export function finish(game: string, place: string): void {
  const { at, done } = progressOf(game);
  if (!done.includes(place)) note(game, { at, done: [...done, place] });
}

export function forget(game: string): void {
  note(game, { at: null, done: [] });
}

function note(game: string, progress: Progress): void {
  all[game] = progress;
  store(KEY, all);
}

function read(): Record<string, Progress> {
  const kept = readStored(KEY) as Record<string, Partial<Progress> | null>;
  const entries = Object.entries(kept).map(([game, found]): [string, Progress] => [
    game,
    {
      at: typeof found?.at === "string" ? found.at : null,
      done: Array.isArray(found?.done) ? found.done.filter((place) => typeof place === "string") : [],
    },
  ]);
  return Object.fromEntries(entries);
}
