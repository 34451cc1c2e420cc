/** Where things lie on the drawn board: a cell is 100 x 100 units, the temple's corner at 0,0. */

import { printPlace } from "./moves";
import type { Cell, CityTable, Place, Room } from "./view";

export const CELL = 100;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Point = readonly [number, number];

const CORNERS: readonly Point[] = [
  [0, 0],
  [CELL, 0],
  [CELL, CELL],
  [0, CELL],
];
const STEPS: readonly Place[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
const MARGIN = 12;

/** The city and one cell around it: wherever a tile may come to lie, so that the picture grows only with the city. */
export function frame(cells: readonly Cell[]): Box {
  const box = boundsOf(cells.map((cell) => cell.at));
  const rim = CELL + MARGIN;
  return {
    x: box.x - rim,
    y: box.y - rim,
    width: box.width + 2 * rim,
    height: box.height + 2 * rim,
  };
}

export function boundsOf(places: readonly Place[]): Box {
  const xs = places.map(([x]) => x * CELL);
  const ys = places.map(([, y]) => y * CELL);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) + CELL - x, height: Math.max(...ys) + CELL - y };
}

export const placeAt = (x: number, y: number): Place => [Math.floor(x / CELL), Math.floor(y / CELL)];

/** How many cells lie between two. */
export const steps = ([x, y]: Place, [toX, toY]: Place): number => Math.abs(toX - x) + Math.abs(toY - y);

/** The sides that a part touches, as numbers: north east south west. */
export const sidesOf = (cell: Cell, part: number): number[] =>
  [0, 1, 2, 3].filter((side) => cell.touching[side] === part);

/** How many quarters the half that is drawn for the north-west, the first part's, is turned. */
export function diagonalTurn(cell: Cell): number {
  const sides = sidesOf(cell, 0);
  if (sides.includes(0)) return sides.includes(3) ? 0 : 1;
  return sides.includes(1) ? 2 : 3;
}

/** The ground of a room: each of its parts, a whole cell or half of one. */
export function groundOf(table: CityTable, room: Room): string {
  return eachPart(table, room, (cell, part) => {
    const corners = cornersOf(cell, part).map((corner) => onBoard(cell.at, corner));
    return `M${corners.join("L")}Z`;
  });
}

/** The rim of a room: all edges that do not lead on into the same room. */
export function rimOf(table: CityTable, room: Room): string {
  const cells = new Map(table.cells.map((cell) => [printPlace(cell.at), cell]));
  return eachPart(table, room, (cell, part) => {
    const edges: [Point, Point][] = sidesOf(cell, part)
      .filter((side) => !leadsOn(cells, cell, side, room.room))
      .map((side) => [CORNERS[side]!, CORNERS[(side + 1) % 4]!]);
    if (cell.diagonal) {
      const [from, , to] = cornersOf(cell, part);
      edges.push([from!, to!]);
    }
    return edges.map(([from, to]) => `M${onBoard(cell.at, from)}L${onBoard(cell.at, to)}`).join("");
  });
}

/** The middle of a room's cells, moved to the nearest of them, so that it is never outside. */
export function heartOf(room: Room): Point {
  const middle = [0, 1].map((axis) => room.cells.reduce((sum, at) => sum + at[axis]!, 0) / room.cells.length);
  const away = (at: Place) => (at[0] - middle[0]!) ** 2 + (at[1] - middle[1]!) ** 2;
  const nearest = room.cells.reduce((best, at) => (away(at) < away(best) ? at : best));
  return [(nearest[0] + 0.5) * CELL, (nearest[1] + 0.5) * CELL];
}

function eachPart(table: CityTable, room: Room, draw: (cell: Cell, part: number) => string): string {
  return table.cells
    .flatMap((cell) => cell.parts.map((part, number) => (part.room === room.room ? draw(cell, number) : "")))
    .join("");
}

/** Clockwise; of a half, the right angle is the one in the middle. */
function cornersOf(cell: Cell, part: number): readonly Point[] {
  if (!cell.diagonal) return CORNERS;
  const sides = sidesOf(cell, part);
  const first = sides.includes((sides[0]! + 1) % 4) ? sides[0]! : sides.at(-1)!;
  return [0, 1, 2].map((step) => CORNERS[(first + step) % 4]!);
}

function leadsOn(cells: Map<string, Cell>, cell: Cell, side: number, room: number): boolean {
  const [dx, dy] = STEPS[side]!;
  const beyond = cells.get(printPlace([cell.at[0] + dx, cell.at[1] + dy]));
  const back = (side + 2) % 4;
  if (!beyond || cell.sides[side] !== "." || beyond.sides[back] !== ".") return false;
  return beyond.parts[beyond.touching[back]!]?.room === room;
}

const onBoard = (at: Place, [x, y]: Point): string => `${at[0] * CELL + x} ${at[1] * CELL + y}`;

/** The transform that brings a drawing of 100 x 100 units to a cell. */
export const toCell = ([x, y]: Place): string => `translate(${x * CELL} ${y * CELL})`;
