/** Distances and smooth noise: the same input gives the same picture on every screen.
 *
 * A map asks thousands of times and is drawn once, mostly before any of this is compiled by the browser: so square roots
 * by hand, where `Math.hypot` takes ten times as long, and no arrays that live for a line.
 */

import { clamp } from "../../../ui/clamp";
import type { Point } from "../model/view";

export function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

export function distance(a: Point, b: Point): number {
  return length(a[0] - b[0], a[1] - b[1]);
}

/** From a point to a stretch between two others. */
export function toStretch(p: Point, [a, b]: readonly [Point, Point]): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const t = clamp(along, 0, 1);
  return length(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

/** A number in -1..1 for a pair of whole numbers. */
export function hashNoise(x: number, y: number, seed: number): number {
  let n = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 144665)) >>> 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177) >>> 0;
  return (((n ^ (n >>> 16)) & 0xffff) / 0xffff) * 2 - 1;
}

/** Smooth value noise in -1..1; `wave` is the size of its hills. */
export function noise(x: number, y: number, wave: number, seed: number): number {
  const i = Math.floor(x / wave);
  const j = Math.floor(y / wave);
  const s = x / wave - i;
  const t = y / wave - j;
  const u = s * s * (3 - 2 * s);
  const v = t * t * (3 - 2 * t);
  const above = hashNoise(i, j, seed) * (1 - u) + hashNoise(i + 1, j, seed) * u;
  const below = hashNoise(i, j + 1, seed) * (1 - u) + hashNoise(i + 1, j + 1, seed) * u;
  return above * (1 - v) + below * v;
}
