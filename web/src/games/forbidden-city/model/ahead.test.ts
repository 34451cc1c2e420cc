import { expect, test } from "vitest";
import { drawCells, roomOf } from "../../../test-support/city";
import { cellsAhead, roomsTouched, spareTile } from "./ahead";
import type { CityPreviewed, CityTable } from "./view";

const table = { cells: drawCells("p1 - p2 g3") } as CityTable;
const [tile] = drawCells("p0/g0");
const closing = {
  ...{ room: 3, colour: "green", value: 3, tiles: 1, dragons: 0, worth: 1, paid: [] },
  neighbours: [{ room: 9, colour: "white", worth: 2 }],
};
const previewed = {
  pieces: [{ ...tile!, at: [1, 0] }],
  ledger: [],
  lines: [],
  reason: null,
  table: {
    parts: [1, 7],
    rooms: [
      { ...roomOf(1), joins: [1, 2] },
      { ...roomOf(7), joins: [] },
    ],
    closings: [closing],
  },
} as unknown as CityPreviewed;
const roomsIn = ({ cells }: Pick<CityTable, "cells">) =>
  cells.map(({ parts }) => parts.map(({ room }) => room));

test("rooms that a tile joins have one number, and its parts those of their rooms", () => {
  expect(roomsIn(cellsAhead(table, previewed))).toEqual([[1], [1], [3], [1, 7]]);
});

test("without a tile the city stays as it is", () => {
  expect(cellsAhead(table, { ...previewed, pieces: [] })).toBe(table);
});

test("a room is touched that is joined, closed, or counts for one that closes", () => {
  expect([...roomsTouched(previewed.table)].toSorted()).toEqual([1, 2, 3, 7, 9]);
});

test("nothing is written on the tile, unless a room lies on it alone", () => {
  expect(roomsIn(spareTile(table, cellsAhead(table, previewed)))).toEqual([[1], [1], [3], [-1, 7]]);
});
