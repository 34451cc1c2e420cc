/** Which of the studies on a page draws the `<symbol>`s of its game: they stand once on a page, for all boards. */

import { SvelteMap } from "svelte/reactivity";

const waiting = new SvelteMap<string, readonly string[]>(); // game -> ids of its studies, the one that draws them first

/** Be one of the studies of a game; leave by what is returned. */
export function join(game: string, id: string): () => void {
  waiting.set(game, [...(waiting.get(game) ?? []), id]);
  return () =>
    waiting.set(
      game,
      (waiting.get(game) ?? []).filter((other) => other !== id),
    );
}

export const draws = (game: string, id: string): boolean => waiting.get(game)?.[0] === id;
