/** Where the tile in hand fits. */

import type { LegalMove } from "../../../state/moves";
import type { CityMove, Place } from "./view";

/** Notation of a move that may not be legal: the server is asked why. */
export const printPlacement = (at: Place, turn: number): string => `${printPlace(at)} r${turn}`;

/** A cell as a move or a ledger entry names it. */
export const printPlace = ([x, y]: Place): string => `${x},${y}`;

/** A cell on which the tile fits: turn by turn, the moves that lay it there. */
export interface Fit {
  at: Place;
  /** Turn -> the move in notation. */
  moves: Map<number, string>;
}

/** For each cell on which the tile fits, the turns in which it does. */
export function fitsByCell(legal: readonly LegalMove<CityMove>[]): Map<string, Fit> {
  const found = new Map<string, Fit>();
  for (const { notation, move } of legal) {
    if (move.kind !== "lay") continue;
    const cell = printPlace(move.at);
    const fit = found.get(cell) ?? { at: move.at, moves: new Map<number, string>() };
    found.set(cell, fit);
    fit.moves.set(move.turn, notation);
  }
  return found;
}

/** The turn in which a tile fits that is reached first from `wish`, step by step. */
export function nextFit({ moves }: Fit, wish: number, step: 1 | -1): number {
  for (let turned = 0; turned < 4; turned++) {
    const turn = (wish + step * turned + 8) % 4;
    if (moves.has(turn)) return turn;
  }
  return wish;
}
