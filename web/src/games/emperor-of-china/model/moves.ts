/** Moves in notation, as they are sent: `house chu-3 red red`, `exchange red`, `done`. */

import type { EmperorMove, Placing } from "./view";

export function printMove(move: EmperorMove): string {
  if ("cards" in move) return [move.kind, move.at, ...move.cards].join(" ");
  return "colour" in move ? `${move.kind} ${move.colour}` : move.kind;
}

/** A move, if it places a piece. */
export const asPlacing = (move: EmperorMove | null): Placing | null =>
  move !== null && "cards" in move ? move : null;
