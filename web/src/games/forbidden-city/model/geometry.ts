/** Where things lie on the drawn board: a cell is 100 x 100 units, the temple's corner at 0,0. */

import { clamp } from "../../../ui/clamp";
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
const MARGIN = 8;
const LARGEST = 1.25; // pixels of a unit: a city of few tiles is no larger

/** The city and one cell around it: wherever a tile may come to lie, so that the picture grows only with the city. */
export function frame(cells: readonly Cell[]): Box {
  return grown(boundsOf(cells.map((cell) => cell.at)), CELL + MARGIN);
}

/** What a stage of so many pixels shows, for a part of the board to be seen whole: of the shape of the stage. */
export function shownOn(part: Box, width: number, height: number): Box {
  if (!width || !height) return part;
  const scale = Math.min(width / part.width, height / part.height, LARGEST);
  const [wide, high] = [width / scale, height / scale];
  return {
    x: part.x - (wide - part.width) / 2,
    y: part.y - (high - part.height) / 2,
    width: wide,
    height: high,
  };
}

export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** A box moved so that it lies within a frame; in the middle of one that is smaller. */
export function clampInto(box: Box, frame: Box): Box {
  const along = (at: number, length: number, from: number, room: number): number =>
    length > room ? from + (room - length) / 2 : clamp(at, from, from + room - length);
  const x = along(box.x, box.width, frame.x, frame.width);
  return { ...box, x, y: along(box.y, box.height, frame.y, frame.height) };
}

export function boundsOf(places: readonly Place[]): Box {
  const xs = places.map(([x]) => x * CELL);
  const ys = places.map(([, y]) => y * CELL);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) + CELL - x, height: Math.max(...ys) + CELL - y };
}

export const placeAt = (x: number, y: number): Place => [Math.floor(x / CELL), Math.floor(y / CELL)];

/** The corner of a cell, -1 or 1 to the east and to the south, around which fewest cells are laid, and within the frame. */
export function freestCorner(cells: readonly Cell[], [x, y]: Place): readonly [number, number] {
  const { x: left, y: top, width, height } = frame(cells);
  const laid = new Set(cells.map(({ at }) => printPlace(at)));
  const around = ([dx, dy]: Place) =>
    [[x + dx, y] as const, [x, y + dy] as const, [x + dx, y + dy] as const].filter((at) =>
      laid.has(printPlace(at)),
    ).length +
    3 *
      [
        x + dx < left / CELL,
        x + dx > (left + width) / CELL - 1,
        y + dy < top / CELL,
        y + dy > (top + height) / CELL - 1,
      ].filter(Boolean).length;
  const corners: Place[] = [
    [1, -1],
    [-1, -1],
    [1, 1],
    [-1, 1],
  ];
  return corners.toSorted((one, other) => around(one) - around(other))[0]!;
}

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
export function groundOf(table: Pick<CityTable, "cells">, room: number): string {
  return eachPart(table, room, (cell, part) => {
    const corners = cornersOf(cell, part).map((corner) => onBoard(cell.at, corner));
    return `M${corners.join("L")}Z`;
  });
}

/** The rim of a room: all edges that do not lead on into the same room. */
export function rimOf(table: Pick<CityTable, "cells">, room: number): string {
  const cells = new Map(table.cells.map((cell) => [printPlace(cell.at), cell]));
  return eachPart(table, room, (cell, part) => {
    const edges: [Point, Point][] = sidesOf(cell, part)
      .filter((side) => !leadsOn(cells, cell, side, room))
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

function eachPart(
  { cells }: Pick<CityTable, "cells">,
  room: number,
  draw: (cell: Cell, part: number) => string,
): string {
  return cells
    .flatMap((cell) => cell.parts.map((part, number) => (part.room === room ? draw(cell, number) : "")))
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
