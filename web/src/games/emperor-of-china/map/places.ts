/** Where names, tallies, alliances and scenery stand, so that they hide behind nothing. */

import type { Point, Region } from "../model/view";
import { distance, hashNoise, toStretch } from "./geometry";
import { middle } from "./grid";
import { LAKE, MOUNTAINS, SEA, STEPPE, type Ground, type Label } from "./ground";
import type { Arc } from "./outlines";

export type Stretch = readonly [Point, Point];

/** The place on the border of two regions that is farthest from everything else. */
export function crossing(
  arcs: readonly Arc[],
  [a, b]: readonly [Label, Label],
  taken: readonly Point[],
  roads: readonly Stretch[],
): Point | null {
  let best: Point | null = null;
  let most = -Infinity;
  for (const { points, between } of arcs) {
    if (!between.includes(a) || !between.includes(b)) continue;
    points.forEach((p, i) => {
      const toPlaces = Math.min(...taken.map((place) => distance(p, place)));
      const toRoads = Math.min(...roads.map((road) => toStretch(p, road)), 1000);
      const toEnds = 12 + 9 * Math.min(i, points.length - 1 - i);
      const room = Math.min(toPlaces, 1.6 * toRoads, toEnds);
      if (room > most) [best, most] = [p, room];
    });
  }
  return best;
}

/** The room that the tally below a name needs. */
const TALLY = { width: 116, height: 22 } as const;

/** Something that stands on the map, and how far it reaches from its middle. */
export interface Block {
  at: Point;
  across: number;
  up: number;
}

/** Where a region's name and its tally hide behind nothing: room for a house on every space, for emissaries at the court. */
export function namePlace(
  number: number,
  region: Pick<Region, "name" | "dragon">,
  ground: Ground,
  blocks: readonly Block[],
  roads: readonly Stretch[],
): Block {
  const across = Math.max(TALLY.width / 2, 5 + 6 * region.name.length);
  const up = 11 + TALLY.height / 2;
  let best: Block = { at: region.dragon, across, up };
  let most = -Infinity;
  const { near, ways } = aroundOf(ground, number, best, blocks, roads);
  ground.eachOf(number, (column, row) => {
    const [x, y] = middle(column, row);
    let room = -0.06 * distance([x, y], region.dragon);
    for (const block of near) {
      const aside = across + block.across - Math.abs(x - block.at[0]);
      const above = up + block.up - Math.abs(y - block.at[1]);
      if (aside > 0 && above > 0) room -= 3 * Math.min(aside, above);
    }
    if (room < most) return;
    for (const [right, down] of POINTS) {
      const under = ground.under([x + right * across, y + down * up]);
      if (under !== number) room -= under < SEA ? 7 : 4;
    }
    for (const road of ways) {
      if (room < most) return;
      if (isFar(road, x, across + CLEAR, 0) || isFar(road, y, up + CLEAR, 1)) continue;
      let way = CLEAR;
      for (const [right, down] of POINTS)
        way = Math.min(way, toStretch([x + right * across, y + down * up], road));
      room -= CLEAR - way;
    }
    if (room > most) [best, most] = [{ at: [x, y], across, up }, room];
  });
  return best;
}

const CLEAR = 12; // of a road

/** The blocks and roads that a name may meet anywhere in its region: looking at no others is most of the speed. */
function aroundOf(
  ground: Ground,
  number: number,
  { across, up }: Block,
  blocks: readonly Block[],
  roads: readonly Stretch[],
): { near: Block[]; ways: Stretch[] } {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  ground.eachOf(number, (column, row) => {
    const [x, y] = middle(column, row);
    [left, right] = [Math.min(left, x - across), Math.max(right, x + across)];
    [top, bottom] = [Math.min(top, y - up), Math.max(bottom, y + up)];
  });
  const isNear = ({ at: [x, y], across, up }: Block) =>
    x + across > left && x - across < right && y + up > top && y - up < bottom;
  const middleX = (left + right) / 2;
  const middleY = (top + bottom) / 2;
  return {
    near: blocks.filter(isNear),
    ways: roads.filter(
      (road) =>
        !isFar(road, middleX, (right - left) / 2 + CLEAR, 0) &&
        !isFar(road, middleY, (bottom - top) / 2 + CLEAR, 1),
    ),
  };
}

/** Whether a stretch lies wholly on one side, farther away than `reach`. */
function isFar([a, b]: Stretch, at: number, reach: number, axis: 0 | 1): boolean {
  return Math.min(a[axis], b[axis]) > at + reach || Math.max(a[axis], b[axis]) < at - reach;
}

const POINTS = [-1, -0.5, 0, 0.5, 1].flatMap((right) => [-1, 0, 1].map((down): Point => [right, down]));

export interface Ornament {
  what: "hill" | "wave" | "peak";
  at: Point;
  width: number;
}

const SPACING = 58;

/** Hills on the steppe, waves on water, peaks in the mountains: scattered, but the same on every screen. */
export function scenery(ground: Ground, taken: readonly Point[]): Ornament[] {
  const found: Ornament[] = [];
  ground.each((column, row, label) => {
    const at = middle(column, row);
    const what = KINDS[label];
    if (!what) return;
    const chance = hashNoise(column, row, 9);
    const isRange = label === MOUNTAINS;
    const apart = isRange ? 31 : label === LAKE ? 30 : SPACING;
    if (!isRange && label !== LAKE && chance < 0.93) return;
    const clear = isRange ? 4 : label === LAKE ? 14 : 26;
    const isAlone = [-1, -0.5, 0.5, 1].every(
      (t) =>
        ground.under([at[0] + t * clear, at[1]]) === label &&
        ground.under([at[0], at[1] + t * clear]) === label,
    );
    if (!isAlone || found.some((other) => distance(other.at, at) < apart)) return;
    if (!isRange && taken.some((place) => distance(place, at) < 40)) return;
    found.push({ what, at, width: isRange ? 44 : label === LAKE ? 34 : 38 + 6 * hashNoise(column, row, 10) });
  });
  return found;
}

const KINDS: Record<Label, Ornament["what"]> = {
  [STEPPE]: "hill",
  [SEA]: "wave",
  [LAKE]: "wave",
  [MOUNTAINS]: "peak",
};
