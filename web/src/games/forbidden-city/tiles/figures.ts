/** Where figures stand on a tile, upright however it is turned. */

import { sidesOf, type Box } from "../model/geometry";
import type { Cell } from "../model/view";

const NORTH = 0;
const WEST = 3;

/** By their number, on a tile with one room. */
const ADVISORS: readonly (readonly Box[])[] = [
  [],
  [{ x: 28, y: 27, width: 44, height: 54 }],
  [9.64, 51.64].map((x) => ({ x, y: 30.24, width: 38.72, height: 47.52 })),
  [
    { x: 32.84, y: 16.94, width: 34.32, height: 42.12 },
    { x: 10.84, y: 42.94, width: 34.32, height: 42.12 },
    { x: 54.84, y: 42.94, width: 34.32, height: 42.12 },
  ],
];

interface Figure extends Box {
  what: "advisor" | "dragon";
  /** The room that it stands in. */
  room: number;
}

export function figuresOf(cell: Cell): Figure[] {
  return cell.parts.flatMap((part, number): Figure[] => {
    const advisors = ADVISORS[part.advisors] ?? [];
    const dragons = part.dragons ? [{ x: 0, y: 0, width: 100, height: 100 }] : [];
    const place = cell.diagonal
      ? (box: Box) => intoHalf(cell, number, part.advisors, box)
      : (box: Box) => box;
    return [
      ...advisors.map((box) => ({ what: "advisor" as const, room: part.room, ...place(box) })),
      ...dragons.map((box) => ({ what: "dragon" as const, room: part.room, ...place(box) })),
    ];
  });
}

/** Half a tile holds the same figures, smaller, beside its right angle. */
function intoHalf(cell: Cell, part: number, advisors: number, box: Box): Box {
  const sides = sidesOf(cell, part);
  const [x, y] = [sides.includes(WEST) ? 29 : 71, sides.includes(NORTH) ? 29.5 : 71.5];
  const size = advisors === 1 ? 0.68 : 0.5;
  return {
    x: x + (box.x - 50) * size,
    y: y + (box.y - 54) * size,
    width: box.width * size,
    height: box.height * size,
  };
}
