import { describe, expect, test } from "vitest";
import type { Step } from "../../../board/face";
import { drawCells, roomOf } from "../../../test-support/city";
import { lineOf, paid } from "../../../test-support/samples";
import type { CityMove, CityTable } from "../model/view";
import { lastTiles, roomScored } from "./scored";

const cells = drawCells("p1:2 p1:d g2");
const room = roomOf(1, {
  open_ends: 0,
  cells: [
    [0, 0],
    [1, 0],
  ],
  neighbours: [2],
});
const table = { cells, rooms: [room] } as unknown as CityTable;
const sum = (total: number, dragons = 0) => lineOf("", { values: { total, dragons, points: 3 * dragons } });
const step = (more: Partial<Step<CityMove>>): Step<CityMove> => ({
  ...{ kind: "note", seat: 1, text: "", line: null, places: [], paid: null, source: "" },
  ...more,
});
const closes = (values: object = {}, key = "forbidden-city.log.closed") =>
  step({
    line: lineOf("", {
      key,
      values: {
        ...{ colour: "pink", value: 6, at: "1,0", cells: ["0,0", "1,0"], sums: [sum(5, 1), sum(1)] },
        ...values,
      },
    }),
  });
const pays = step({ kind: "pay", paid: paid(1, 6, { source: "room" }) });
const moves = step({ kind: "move" });

describe("a room that is scored", () => {
  test("is counted tile by tile, a dragon as the log has it, then its neighbours", () => {
    expect(roomScored(table, [moves, closes()])).toEqual({
      room,
      where: "1,0",
      counts: [
        { at: [0, 0], sum: 1 },
        { at: [1, 0], sum: 5 },
      ],
      neighbours: [{ room: 2, amount: 1 }],
      value: 6,
    });
  });

  test("is scored until the next move, or until the last tiles", () => {
    expect(roomScored(table, [moves, closes(), pays])?.room).toBe(room);
    expect(roomScored(table, [closes(), pays, moves])).toBeNull();
    const last = step({ kind: "pay", seat: 1, paid: paid(1, 2, { source: "last-tiles" }) });
    expect(roomScored(table, [closes(), last])).toBeNull();
    expect(roomScored(table, [])).toBeNull();
  });

  test("that pays nobody is not counted", () => {
    const scored = roomScored(table, [closes({}, "forbidden-city.log.closed-empty")]);
    expect(scored).toMatchObject({ counts: [], neighbours: [], value: null });
  });

  test("that has become part of another is not lit, and neighbours that have become one are not told apart", () => {
    expect(roomScored(table, [closes({ cells: ["0,0"] })])).toBeNull();
    expect(roomScored(table, [closes({ sums: [sum(5, 1), sum(1), sum(2)] })])?.neighbours).toEqual([]);
  });
});

test("the last tiles of one seat are told together", () => {
  const turn = (seat: number, where: string) =>
    step({ kind: "pay", seat, paid: paid(seat, 2, { source: "last-tiles", where }) });
  expect(lastTiles([pays, turn(1, "a"), turn(2, "b"), turn(2, "c")]).map(({ tile }) => tile)).toEqual([
    "b",
    "c",
  ]);
  expect(lastTiles([turn(1, "a"), moves])).toEqual([]);
});
