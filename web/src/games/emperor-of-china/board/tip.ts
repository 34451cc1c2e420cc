/** Where the bubble of a place lies: near it, in sight, and over as few other places as can be. */

import { clamp } from "../../../ui/clamp";
import { distance } from "../map/geometry";
import type { Point } from "../model/view";

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const ROOM = 13; // around a place that should be seen
const DETOUR = 110; // pixels that the eye would rather go than lose a place
const SIDES: readonly Point[] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

/** The upper left corner of a bubble; all lengths in pixels. */
export function placeBubble(
  [x, y]: Point,
  [width, height]: Point,
  away: number,
  seen: Box,
  others: readonly Point[],
): Point {
  const beside = SIDES.map(([across, down]): Point => [
    x + across * (away + width / 2) - width / 2,
    y + down * (away + height / 2) - height / 2,
  ]);
  const atEdges = [seen.top, seen.bottom - height].map((top): Point => [x - width / 2, top]);
  let best: Point = [x, y];
  let least = Infinity;
  for (const [left, top] of [...beside, ...atEdges]) {
    const corner: Point = [
      clamp(left, seen.left, seen.right - width),
      clamp(top, seen.top, seen.bottom - height),
    ];
    const covers = ([px, py]: Point, room: number) =>
      px > corner[0] - room &&
      px < corner[0] + width + room &&
      py > corner[1] - room &&
      py < corner[1] + height + room;
    const covered = others.filter((p) => covers(p, ROOM)).length + (covers([x, y], away - 2) ? 100 : 0);
    const way = distance([corner[0] + width / 2, corner[1] + height / 2], [x, y]) / DETOUR;
    if (covered + way < least) [best, least] = [corner, covered + way];
  }
  return best;
}
