/** Moves in notation: `2,-1 r1` lays the tile at x 2, y -1, turned one quarter; `set aside`. */

import type { Place } from "./view";

export const SET_ASIDE = "set aside";

export interface Placement {
  at: Place;
  turn: number;
}

export function parsePlacement(move: string | null): Placement | null {
  const found = move?.match(/^(-?\d+),(-?\d+) r([0-3])$/);
  return found ? { at: [Number(found[1]), Number(found[2])], turn: Number(found[3]) } : null;
}

export const printPlacement = (at: Place, turn: number): string => `${printPlace(at)} r${turn}`;

export const printPlace = ([x, y]: Place): string => `${x},${y}`;

/** The cell that a move or a ledger entry names, if it names one. */
export function parsePlace(text: string): Place | null {
  const found = text.match(/^(-?\d+),(-?\d+)(?: r[0-3])?$/);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** For each cell on which the tile fits, the turns in which it does. */
export function turnsByCell(legal: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const placement of legal.map(parsePlacement)) {
    if (!placement) continue;
    const cell = printPlace(placement.at);
    found.set(cell, [...(found.get(cell) ?? []), placement.turn]);
  }
  return found;
}

/** The turn of `turns` that is reached first from `wish`, step by step. */
export function nextFit(turns: readonly number[], wish: number, step: 1 | -1): number {
  for (let turned = 0; turned < 4; turned++) {
    const turn = (wish + step * turned + 8) % 4;
    if (turns.includes(turn)) return turn;
  }
  return wish;
}
