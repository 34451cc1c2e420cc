/** Moves of a view: in notation, as they are sent, and as data, as they are read. */

import type { Choice } from "./choice.svelte";

/** The moves of one question: `legal` in notation, `moves` the same in the same order as data. */
interface Question<M> {
  legal: string[];
  moves: M[];
}

/** A legal move, with its notation. */
export interface LegalMove<M> {
  notation: string;
  move: M;
}

/** What the one at the screen may do now. */
export function legalMoves<M>({ legal, moves }: Question<M>, choice: Choice): LegalMove<M>[] {
  if (!choice.legal.length) return [];
  return legal.map((notation, index) => ({ notation, move: moves[index]! }));
}

/** A move of the question as data; null where none of that notation is legal. */
export function moveOf<Q extends Question<unknown>>(
  { legal, moves }: Q,
  notation: string | null,
): Q["moves"][number] | null {
  return notation === null ? null : (moves[legal.indexOf(notation)] ?? null);
}
