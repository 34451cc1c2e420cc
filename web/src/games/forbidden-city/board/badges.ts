/** Numbers at rooms: what they are worth and who leads in them, where they cover no figures. */

import { figuresOf } from "../tiles/figures";
import { CELL, sidesOf } from "../model/geometry";
import { bestPlace, costOf, middleOf, placesIn, type Obstacle } from "../model/room";
import type { Cell, CityPreviewed, CityTable, Room } from "../model/view";

/** What is written at a room: a number, then the signs of seats. */
export interface Label {
  room: number;
  text: string;
  seats: readonly number[];
  kind: "open" | "nobody" | "counts" | "closes" | "closed";
}

/** A label, and where its middle lies. */
export interface Badge extends Label {
  width: number;
  x: number;
  y: number;
}

export const BADGE = { height: 32, sign: 25, digit: 13, rim: 14 };
const STEP = 8;
const LEAST = 2; // a room that is worth less is not worth a badge
const FIGURE = 25;
const WALL = 1.2;
const GATE = 2.5;
const OUTSIDE = 2.5;
const OTHER = 30;
const THICK = 13; // of a wall
const MEDALLION = 34; // the radius of a dragon

/** The open rooms that are worth something: their value, and who would be paid most. */
export function labelsOfOpen(rooms: readonly Room[]): Label[] {
  return rooms
    .filter(({ open_ends, pays, value }) => open_ends && pays && value >= LEAST)
    .map(({ room, value, paid }) => {
      const most = Math.max(0, ...paid.map(({ amount }) => amount));
      const seats = paid.filter(({ amount }) => amount === most).map(({ seat }) => seat);
      return { room, text: String(value), seats, kind: seats.length ? "open" : "nobody" };
    });
}

/** What is written while a tile is looked at: the parts of each sum at the rooms that close and count, and what the tile's
 * own rooms would be worth. */
export function labelsAhead({ closings = [], rooms = [] }: CityPreviewed["table"], values: boolean): Label[] {
  const closing = closings.map(({ room, worth }) => ({ room, text: String(worth), kind: "closes" as const }));
  const written = new Set(closing.map(({ room }) => room));
  const counting = closings
    .flatMap(({ neighbours }) => neighbours)
    .filter(({ room }) => !written.has(room) && written.add(room))
    .map(({ room, worth }) => ({ room, text: `+${worth}`, kind: "counts" as const }));
  const open = values ? labelsOfOpen(rooms).filter(({ room }) => !written.has(room)) : [];
  return [...[...closing, ...counting].map((one) => ({ ...one, seats: [] })), ...open];
}

/** A lock for each room that was paid. */
export function labelsOfClosed(rooms: readonly Room[]): Label[] {
  return rooms.map(({ room }) => ({ room, text: "", seats: [], kind: "closed" }));
}

/** Each at its room, none over another: the first have the choice. They are so many times as large as usual,
 * and keep clear of other things, too. */
export function placeBadges(
  { cells }: Pick<CityTable, "cells">,
  labels: readonly Label[],
  size: number,
  others: readonly Obstacle[] = [],
): Badge[] {
  const drawn = cells.flatMap(obstaclesOn);
  const placed: Obstacle[] = [];
  return labels.flatMap((label) => {
    const own = cells.filter((cell) => cell.parts.some(({ room }) => room === label.room));
    if (!own.length) return [];
    const width = widthOf(label);
    const halves = own.flatMap((cell) => othersOn(cell, label.room));
    const all = [...drawn, ...halves, ...others, ...placed];
    const near = all.filter((one) => own.some((cell) => costOf(reachOf(cell), [one])));
    const places = own.flatMap((cell) => placesIn(reachOf(cell), width * size, BADGE.height * size, STEP));
    const inside = own.map(({ at: [x, y] }) => ({ ...square(x, y), weight: -OUTSIDE })); // a badge belongs to where it lies
    const best = bestPlace(places, [...near, ...inside]);
    if (!best) return [];
    placed.push({ ...best, weight: OTHER });
    const [x, y] = middleOf(best);
    return [{ ...label, width, x, y }];
  });
}

const square = (x: number, y: number) => ({ x: x * CELL, y: y * CELL, width: CELL, height: CELL });

export function widthOf({ text, seats }: Pick<Label, "text" | "seats">): number {
  const signs = seats.length ? 4 + seats.length * (BADGE.sign - 5) : 0;
  return Math.max(BADGE.height, text.length * BADGE.digit + BADGE.rim + signs);
}

/** A badge may reach a little over the edges of its cell. */
const reachOf = ({ at: [x, y] }: Cell) => ({
  x: x * CELL - 10,
  y: y * CELL - 12,
  width: CELL + 20,
  height: CELL + 24,
});

function obstaclesOn(cell: Cell): Obstacle[] {
  const [left, top] = [cell.at[0] * CELL, cell.at[1] * CELL];
  const figures = figuresOf(cell).map(({ what, x, y, width, height }) => {
    const inset = what === "dragon" ? (width / CELL) * (CELL / 2 - MEDALLION) : 3;
    return {
      x: left + x + inset,
      y: top + y + inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      weight: FIGURE,
    };
  });
  const walls = [0, 1, 2, 3].flatMap((side) => wallOn(cell, side, left, top));
  const temple = cell.kind === "temple" ? [{ x: left, y: top, width: CELL, height: CELL, weight: GATE }] : [];
  return [...figures, ...walls, ...temple];
}

function wallOn(cell: Cell, side: number, left: number, top: number): Obstacle[] {
  const kind = cell.sides[side];
  if (kind === ".") return [];
  const isAcross = side % 2 === 0; // north and south
  const [from, deep] = kind === "a" ? [30, 26] : [0, THICK];
  const along = CELL - 2 * from;
  const away = side === 1 || side === 2 ? CELL - deep : 0;
  return [
    {
      x: left + (isAcross ? from : away),
      y: top + (isAcross ? away : from),
      width: isAcross ? along : deep,
      height: isAcross ? deep : along,
      weight: kind === "a" ? GATE : WALL,
    },
  ];
}

/** The half of a cell that belongs to another room. */
function othersOn(cell: Cell, room: number): Obstacle[] {
  if (!cell.diagonal || cell.parts.every((part) => part.room === room)) return [];
  const part = cell.parts.findIndex((one) => one.room === room);
  const sides = sidesOf(cell, part);
  const [x, y] = [sides.includes(3) ? 50 : 0, sides.includes(0) ? 50 : 0];
  const [left, top] = [cell.at[0] * CELL, cell.at[1] * CELL];
  const square = { width: 50, height: 50, weight: OUTSIDE };
  return [
    { ...square, x: left + x, y: top + y },
    { ...square, x: left + 50 - x, y: top + y, weight: OUTSIDE / 3 },
    { ...square, x: left + x, y: top + 50 - y, weight: OUTSIDE / 3 },
  ];
}
