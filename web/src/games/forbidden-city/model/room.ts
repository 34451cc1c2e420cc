/** Where something small can be written on a board without covering what lies there. */

import type { Box } from "./geometry";

/** What should not be covered, and how bad a covered unit of it is. */
export interface Obstacle extends Box {
  weight: number;
}

/** How bad it is to put a box somewhere: the covered parts of obstacles, each with its weight. */
export function costOf(box: Box, obstacles: readonly Obstacle[]): number {
  let cost = 0;
  for (const one of obstacles) {
    const width = Math.min(box.x + box.width, one.x + one.width) - Math.max(box.x, one.x);
    const height = Math.min(box.y + box.height, one.y + one.height) - Math.max(box.y, one.y);
    if (width > 0 && height > 0) cost += width * height * one.weight;
  }
  return cost;
}

/** Of some places for a box, the one that covers least; of equal ones the first. */
export function bestPlace(places: readonly Box[], obstacles: readonly Obstacle[]): Box | null {
  let best: Box | null = null;
  let least = Infinity;
  for (const place of places) {
    const cost = costOf(place, obstacles);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** All places in a frame for a box of a size, a step apart; in its middle, where the frame is too small. */
export function placesIn(frame: Box, width: number, height: number, step: number): Box[] {
  const along = (from: number, length: number, size: number): number[] => {
    const room = length - size;
    if (room <= 0) return [from + room / 2];
    const count = Math.ceil(room / step);
    return Array.from({ length: count + 1 }, (_, number) => from + (room * number) / count);
  };
  const xs = along(frame.x, frame.width, width);
  return along(frame.y, frame.height, height).flatMap((y) => xs.map((x) => ({ x, y, width, height })));
}

export const middleOf = ({ x, y, width, height }: Box): readonly [number, number] => [
  x + width / 2,
  y + height / 2,
];
