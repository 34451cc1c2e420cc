/** Where the visitor stopped in the tutorials. */

import { learned } from "../../state/learned.svelte";

/** Of one game; a place is a chapter and a step: "first/lay". */
interface Progress {
  at: string | null;
  done: string[];
}

export function progressOf(game: string): Progress {
  return {
    at: learned.of("place", game).at(-1)?.value ?? null,
    done: learned.of("step", game).map(({ item }) => item),
  };
}

export const stopAt = (game: string, at: string): void => learned.add(game, "place", "", at);
export const finish = (game: string, place: string): void => learned.add(game, "step", place);
export const forget = (game: string): void => learned.forgetTutorial(game);
