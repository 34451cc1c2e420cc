/** The part of the city that is in play: where a small screen looks first. */

import type { Deed } from "../../../state/deeds";
import { CELL, clampInto, type Box } from "./geometry";
import type { CityMove, CityTable, Place } from "./view";

const FRESH = 4; // as interesting as so many coins

/** A place, and how much there is to see. */
export interface Interest {
  at: Place;
  weight: number;
}

/** What there is to see: what is told now, else what was laid since one's turn, and where one's tile would pay. */
export function interestsOf(
  { cells }: CityTable,
  since: readonly Deed<CityMove>[],
  free: readonly { at: Place; gain: number }[],
  told: readonly Place[] | null,
): Interest[] {
  if (told) return told.map((at) => ({ at, weight: 1 }));
  const laid = since.flatMap(({ move }) => (move?.kind === "lay" ? [move.at] : []));
  return [
    ...[...laid, cells.at(-1)!.at].map((at) => ({ at, weight: FRESH })),
    ...free.flatMap(({ at, gain }) => (gain ? [{ at, weight: gain }] : [])),
  ];
}

/** The part of a size that shows most of what is interesting, as far as possible within a frame. */
export function partInPlay(
  interests: readonly Interest[],
  frame: Box,
  width: number,
  height: number,
): Box | null {
  let best: Box | null = null;
  let most = 0;
  for (const { at } of interests) {
    const [x, y] = [(at[0] + 0.5) * CELL - width / 2, (at[1] + 0.5) * CELL - height / 2];
    const part = clampInto({ x, y, width, height }, frame);
    const seen = interests.reduce((sum, one) => sum + (isIn(one.at, part) ? one.weight : 0), 0);
    if (seen > most) [best, most] = [part, seen];
  }
  return best;
}

function isIn([x, y]: Place, part: Box): boolean {
  return (
    x * CELL >= part.x &&
    (x + 1) * CELL <= part.x + part.width &&
    y * CELL >= part.y &&
    (y + 1) * CELL <= part.y + part.height
  );
}
