/** Parts of a city for tests: cells and rooms that are as plain as can be. */

import type { components } from "../made/api";

type Schemas = components["schemas"];
type Cell = Schemas["ForbiddenCity.CellView"];
type Room = Schemas["ForbiddenCity.RoomView"];

/** Rows of words, from 0,0 on: "-" is free; "p1" is a cell of the pink room 1, "p1:2" one with two advisors, "p1:d" one with a
 * dragon; "p1/g2" is parted between two rooms. */
export function drawCells(drawing: string): Cell[] {
  const rows = drawing.trim().split("\n");
  return rows.flatMap((row, y) =>
    row
      .trim()
      .split(/\s+/)
      .flatMap((word, x) => (word === "-" ? [] : [cellOf([x, y], word)])),
  );
}

function cellOf(at: [number, number], word: string): Cell {
  const parts = word.split("/").map((part) => {
    const [, letter, room, figure] = /^([gpw])(\d+)(?::(\w))?$/.exec(part)!;
    return {
      room: Number(room),
      colour: { g: "green", p: "pink", w: "white" }[letter!]!,
      advisors: figure === "d" ? 0 : Number(figure ?? 0),
      dragons: figure === "d" ? 1 : 0,
    };
  });
  const isParted = parts.length > 1;
  return {
    at,
    kind: "room",
    tile: `tile-${at.join()}`,
    seat: 1,
    turn: 0,
    sides: "....",
    diagonal: isParted ? "#" : null,
    touching: isParted ? [0, 1, 1, 0] : [0, 0, 0, 0],
    parts,
  };
}

export const roomOf = (room: number, more: Partial<Room> = {}): Room => ({
  room,
  colour: "pink",
  cells: [],
  tiles: 1,
  dragons: 0,
  advisors: [],
  open_ends: 1,
  pays: true,
  worth: 1,
  value: 1,
  paid: [],
  neighbours: [],
  ...more,
});
