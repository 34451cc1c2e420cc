/** The score track on the Great Wall: fifty places around the map, the corners are towers. */

import type { Point } from "../model/view";
import { FRAME } from "./grid";

export const LENGTH = 50;
export const STRETCH = 78;
const ACROSS = 13;
const DOWN = 10;
const OUT = 22; // from the edge of the map to the middle of the wall

const { left, top, right, bottom } = FRAME;

/** Where the wall is laid: a stretch turned about its place, or a tower. */
interface Part {
  score: number;
  at: Point;
  isTower: boolean;
  turn: number;
}

const TOWERS = [0, ACROSS + 1, ACROSS + DOWN + 2, 2 * ACROSS + DOWN + 3] as const;

/** The middle of a place of the track. */
function placeOf(score: number): Point {
  const n = score % LENGTH;
  if (n < TOWERS[1]) return [n === 0 ? left - OUT : left + (n - 0.5) * STRETCH, top - OUT];
  if (n < TOWERS[2])
    return [right + OUT, n === TOWERS[1] ? top - OUT : top + (n - TOWERS[1] - 0.5) * STRETCH];
  if (n < TOWERS[3])
    return [n === TOWERS[2] ? right + OUT : right - (n - TOWERS[2] - 0.5) * STRETCH, bottom + OUT];
  return [left - OUT, n === TOWERS[3] ? bottom + OUT : bottom - (n - TOWERS[3] - 0.5) * STRETCH];
}

/** Somewhere between two places, for a marker that walks. */
export function between(score: number): Point {
  const from = Math.floor(score);
  const [a, b] = [placeOf(from), placeOf(from + 1)];
  const t = score - from;
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

export const PARTS: readonly Part[] = Array.from({ length: LENGTH }, (_, score) => ({
  score,
  at: placeOf(score),
  isTower: TOWERS.some((tower) => tower === score),
  turn: 90 * TOWERS.findLastIndex((tower) => tower <= score),
}));
