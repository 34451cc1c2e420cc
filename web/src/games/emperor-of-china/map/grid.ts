/** The small squares that the map is made of. */

import { clamp } from "../../../ui/clamp";
import type { Point } from "../model/view";
import { noise } from "./geometry";

const STEP = 10; // small enough once lines are smoothed; half of it takes four times as long
/** Where there may be land. */
export const FRAME = { left: -7, top: -5, right: 1007, bottom: 775 } as const;
const [LEFT, TOP] = [FRAME.left - 8, FRAME.top - 10];
export const COLUMNS = Math.ceil((FRAME.right + 8 - LEFT) / STEP);
export const ROWS = Math.ceil((FRAME.bottom + 10 - TOP) / STEP);

export function corner(column: number, row: number): Point {
  return [LEFT + column * STEP, TOP + row * STEP];
}

export function middle(column: number, row: number): [number, number] {
  return [LEFT + (column + 0.5) * STEP, TOP + (row + 0.5) * STEP];
}

/** The column and row of the square that a point lies in. */
export function squareUnder(x: number, y: number): [number, number] {
  return [Math.floor((x - LEFT) / STEP), Math.floor((y - TOP) / STEP)];
}

/** Where each small square is taken to lie: noise bends all borders. It is the same for all maps. */
const [HILL, BUMP] = [13, 5];
export const MOST_WARP = HILL + BUMP;
export const WARPED_X = new Float64Array(COLUMNS * ROWS);
export const WARPED_Y = new Float64Array(COLUMNS * ROWS);
for (let square = 0; square < COLUMNS * ROWS; square++)
  [WARPED_X[square], WARPED_Y[square]] = warped(...middle(square % COLUMNS, Math.floor(square / COLUMNS)));

/** Where a point is taken to lie. */
export function warped(x: number, y: number): [number, number] {
  return [
    x + HILL * noise(x, y, 85, 1) + BUMP * noise(x, y, 31, 2),
    y + HILL * noise(x, y, 85, 3) + BUMP * noise(x, y, 31, 4),
  ];
}

/** Visit the squares of which some part lies so near. */
export function around([x, y]: Point, reach: number, visit: (square: number) => void): void {
  const cell = (at: number, most: number) => clamp(Math.floor(at / STEP), 0, most - 1);
  const [left, right] = [cell(x - reach - LEFT, COLUMNS), cell(x + reach - LEFT, COLUMNS)];
  const [top, bottom] = [cell(y - reach - TOP, ROWS), cell(y + reach - TOP, ROWS)];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) visit(row * COLUMNS + column);
}
