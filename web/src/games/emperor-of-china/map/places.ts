/** Where names and alliances stand, so that they hide behind nothing and hide nothing. */

import type { Point } from "../model/view";
import { distance, toStretch } from "./geometry";
import { middle } from "./grid";
import { SEA, type Label } from "./ground";
import type { Arc } from "./outlines";
import { isTight, type Extent } from "./shape";
import type { Sheet } from "./surroundings";

export type Stretch = readonly [Point, Point];

/** Something that stands on the map, and how far it reaches from its middle. */
export interface Block {
  at: Point;
  across: number;
  up: number;
}

/** How deep one thing lies over another. */
export function overlapOf(one: Block, other: Block): number {
  const aside = one.across + other.across - Math.abs(one.at[0] - other.at[0]);
  const above = one.up + other.up - Math.abs(one.at[1] - other.at[1]);
  return aside > 0 && above > 0 ? Math.min(aside, above) : 0;
}

/** The mark of an alliance. */
export interface Mark {
  number: number;
  at: Point;
  /** On which side of it those who hold it stand: 1, to the right, or -1. */
  side: 1 | -1;
  /** Whether its regions do not touch there: then a line ties it to both. */
  isApart: boolean;
}

interface Surroundings {
  arcs: readonly Arc[];
  /** What stands there already; the mark is added. */
  blocks: Block[];
  roads: readonly Stretch[];
  /** How large figures on marks are. */
  figures: number;
  frame: Extent;
}

const SIDES = [1, -1] as const;

/** The mark of an alliance: on the border of its regions, where it and those who hold it have most room. */
export function markAlliance(
  number: number,
  [a, b]: readonly [Label, Label],
  courts: Stretch,
  { arcs, blocks, roads, figures, frame }: Surroundings,
): Mark {
  const half = figures; // of the mark
  const holders = (isTight({ figures }) ? 1.5 : 2.2) * figures; // half of what two who hold it take
  let best: Mark | null = null;
  let most = -Infinity;
  const beside = (at: Point, side: number): Block => ({
    at: [at[0] + side * (half + holders), at[1]],
    across: holders,
    up: 0.85 * figures,
  });
  for (const { points, between } of arcs) {
    if (!between.includes(a) || !between.includes(b)) continue;
    points.forEach((at, i) => {
      const own: Block = { at, across: half, up: half };
      const toRoads = Math.min(...roads.map((road) => toStretch(at, road)), 100);
      const toEnds = 12 + 9 * Math.min(i, points.length - 1 - i);
      const toPlaces = Math.min(...blocks.map((block) => distance(at, block.at)), 100);
      const room = Math.min(toPlaces, 1.6 * toRoads, toEnds) - 4 * sumOf(own, blocks);
      for (const side of SIDES) {
        const pill = beside(at, side);
        const isOut = pill.at[0] + holders > frame.right || pill.at[0] - holders < frame.left;
        const left = room - 2.5 * sumOf(pill, blocks) - (isOut ? 40 : 0) - (side < 0 ? 3 : 0);
        if (left > most) [best, most] = [{ number, at, side, isApart: false }, left];
      }
    });
  }
  const [one, other] = courts;
  best ??= { number, at: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], side: 1, isApart: true };
  blocks.push({ at: best.at, across: half, up: half }, beside(best.at, best.side));
  return best;
}

function sumOf(one: Block, blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + overlapOf(one, block), 0);
}

const TICK = 10; // half of the tick of a region that was scored, beside its name

/** Where a region's name hides behind nothing: room for a house on every space, for emissaries at the court. */
export function namePlace(
  number: number,
  region: { name: string; dragon: Point },
  { ground, across: stretch, down }: Sheet,
  blocks: readonly Block[],
  roads: readonly Stretch[],
  type: number,
  frame: Extent,
): Block {
  const across = TICK + 0.33 * type * region.name.length;
  const up = 0.62 * type;
  let best: Block = { at: region.dragon, across, up };
  let most = -Infinity;
  const cells: Point[] = [];
  ground.eachOf(number, (column, row) => {
    const [x, y] = middle(column, row);
    cells.push([x * stretch, y * down]);
  });
  const { near, ways } = aroundOf(cells, best, blocks, roads);
  for (const [x, y] of cells) {
    let room = -0.06 * distance([x, y], region.dragon);
    const here: Block = { at: [x, y], across, up };
    for (const block of near) room -= 5 * overlapOf(here, block);
    if (x - across < frame.left || x + across > frame.right) room -= OUTSIDE;
    if (room < most) continue;
    for (const [right, below] of POINTS) {
      const under = ground.under([(x + right * across) / stretch, (y + below * up) / down]);
      if (under !== number) room -= under < SEA ? 7 : 4;
    }
    for (const road of ways) {
      if (room < most) break;
      if (isFar(road, x, across + CLEAR, 0) || isFar(road, y, up + CLEAR, 1)) continue;
      let way = CLEAR;
      for (const [right, below] of POINTS)
        way = Math.min(way, toStretch([x + right * across, y + below * up], road));
      room -= CLEAR - way;
    }
    if (room > most) [best, most] = [here, room];
  }
  return best;
}

const CLEAR = 12; // of a road
const OUTSIDE = 80; // of what is seen

/** The blocks and roads that a name may meet anywhere in its region: looking at no others is most of the speed. */
function aroundOf(
  cells: readonly Point[],
  { across, up }: Block,
  blocks: readonly Block[],
  roads: readonly Stretch[],
): { near: Block[]; ways: Stretch[] } {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of cells) {
    [left, right] = [Math.min(left, x - across), Math.max(right, x + across)];
    [top, bottom] = [Math.min(top, y - up), Math.max(bottom, y + up)];
  }
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

const POINTS = [-1, -0.5, 0, 0.5, 1].flatMap((right) => [-1, 0, 1].map((below): Point => [right, below]));

const STEP = 14;
const ENOUGH = 62; // from everything

/** Where in a region there is most room beside its places and its name. */
export function clearPlace(
  region: { extent: Extent; name: Point },
  own: readonly Point[],
  others: readonly Point[],
): Point {
  const { extent, name } = region;
  let best: Point = name;
  let most = -Infinity;
  for (let y = extent.top + STEP; y < extent.bottom; y += STEP)
    for (let x = extent.left + STEP; x < extent.right; x += STEP) {
      const here: Point = [x, y];
      const room = Math.min(...own.map((place) => distance(here, place)));
      const isBeyond = others.some((place) => distance(here, place) < room + STEP);
      if (isBeyond) continue;
      const left = Math.min(ENOUGH, room, distance(here, name)) - 0.05 * room;
      if (left > most) [best, most] = [here, left];
    }
  return best;
}
