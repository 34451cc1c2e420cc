/** Where the words about a tile that is looked at lie: over nothing that matters, and in sight. */

import { CELL, type Box } from "../model/geometry";
import { costOf, placesIn, type Obstacle } from "../model/room";
import type { CityTable, Place } from "../model/view";

const STEP = 25;
const AWAY = 7; // how bad a unit is between the words and their tile
const WEIGHTS = { involved: 10, laid: 1.5, pays: 0.7, legal: 0.25 };

export interface Around {
  /** With the tile among them. */
  cells: CityTable["cells"];
  /** The rooms that close or count. */
  involved: ReadonlySet<number>;
  /** Where the tile could be laid, and whether it would pay there. */
  free: readonly { at: Place; pays: boolean }[];
  at: Place;
}

/** The best place for a box of a size in what is seen of the board. */
export function placeCallout(around: Around, seen: Box, width: number, height: number): Box | null {
  const obstacles = obstaclesOf(around);
  const [x, y] = [(around.at[0] + 0.5) * CELL, (around.at[1] + 0.5) * CELL];
  let best: Box | null = null;
  let least = Infinity;
  for (const place of placesIn(seen, width, height, STEP)) {
    const away = Math.hypot(gap(x, place.x, place.width), gap(y, place.y, place.height));
    const cost = costOf(place, obstacles) + AWAY * away;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** How far a point is outside of a stretch. */
const gap = (point: number, from: number, length: number): number =>
  Math.max(from - point, 0, point - from - length);

function obstaclesOf({ cells, involved, free, at }: Around): Obstacle[] {
  const onCell = (place: Place, weight: number): Obstacle => ({
    x: place[0] * CELL,
    y: place[1] * CELL,
    width: CELL,
    height: CELL,
    weight,
  });
  return [
    ...cells.map(({ at: place, parts }) =>
      onCell(place, parts.some(({ room }) => involved.has(room)) ? WEIGHTS.involved : WEIGHTS.laid),
    ),
    ...free.map(({ at: place, pays }) => onCell(place, pays ? WEIGHTS.pays : WEIGHTS.legal)),
    // the tile is lifted, and its knob lies at a corner
    { x: at[0] * CELL - 40, y: at[1] * CELL - 40, width: 180, height: 180, weight: WEIGHTS.involved },
  ];
}
