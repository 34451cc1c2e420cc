import { describe, expect, test } from "vitest";
import type { RecordKept } from "../../net/contract";
import { tableOf } from "../../test-support/samples";
import { serve } from "../../test-support/server";
import { findSource } from "./source";

const RECORD: RecordKept = {
  ...{ id: "r", game: "city", edition: "standard", players: 3, options: {}, moves: 12 },
  ...{ names: ["Li", "level:adept"], programs: [false, true], over: true, hidden: false },
};

function find(found: { table?: object; record?: object }) {
  serve({ "GET /reviews/r": { table: null, record: null, ...found } });
  return findSource("r");
}

describe("a game of a table", () => {
  test("that is over is known whole, and seen through the eyes of one's own seat", async () => {
    const table = { state: tableOf({ status: "over" }), you: [2], invite: null };
    expect(await find({ table })).toMatchObject({
      ...{ path: "/tables/r", isRecord: false, isWhole: true, eyes: 2 },
    });
  });

  test("that goes on is not known whole", async () => {
    const table = { state: tableOf(), you: [2], invite: null };
    expect(await find({ table })).toMatchObject({ isWhole: false, eyes: null });
  });

  test("is seen as the server chooses by a person with several seats, and by spectators", async () => {
    for (const you of [[1, 2], []]) {
      const table = { state: tableOf({ status: "over" }), you, invite: null };
      expect((await find({ table })).eyes).toBeNull();
    }
  });
});

describe("a record", () => {
  test("is a table as it could have been, with seats by colours where names are missing", async () => {
    const source = await find({ record: RECORD });
    expect(source).toMatchObject({ path: "/records/r", isRecord: true, isWhole: true, eyes: null });
    expect(source.table.status).toBe("over");
    expect(source.table.seats.map(({ who, name }) => [who, name])).toEqual([
      ["person", "Li"],
      ["program", "level:adept"],
      ["person", expect.stringContaining("Red")],
    ]);
  });

  test("that goes on is not over; what is hidden in it cannot be played on from", async () => {
    const { table, isWhole } = await find({ record: { ...RECORD, over: false, hidden: true } });
    expect([table.status, isWhole]).toEqual(["closed", false]);
  });
});
