import { describe, expect, test } from "vitest";
import english from "../../made/en.json";
import { paid, seatOf, tableOf, viewOf } from "../../test-support/samples";
import { resultOf } from "./result";
import { raceOf, sourceName, sumsBySource, total } from "./standings";

const LEDGER = [
  paid(1, 3, { source: "houses", round: 1 }),
  paid(2, 5, { source: "alliances", round: 1 }),
  paid(1, 4, { source: "houses", round: 3 }),
  paid(2, 4, { source: "houses", round: 3 }),
  paid(1, -2, { source: "gifts", round: 3 }),
];

describe("points by source", () => {
  test("are added up by seat, the richest source first", () => {
    expect(sumsBySource(LEDGER, 3)).toEqual([
      { source: "houses", sums: [7, 4, 0] },
      { source: "alliances", sums: [0, 5, 0] },
      { source: "gifts", sums: [-2, 0, 0] },
    ]);
    expect(total([7, 4, 0])).toBe(11);
  });

  test("are none without a ledger", () => {
    expect(sumsBySource([], 2)).toEqual([]);
  });

  test("are called as the game calls them, or by their ids", () => {
    const [key, name] = Object.entries(english).find(([key]) => key.startsWith("forbidden-city.source."))!;
    expect(sourceName("forbidden-city", key.split(".").at(-1)!)).toBe(name);
    expect(sourceName("forbidden-city", "unheard-of")).toBe("unheard-of");
  });
});

describe("the race", () => {
  test("has every score after every round, also after one in which nothing was paid", () => {
    expect(raceOf(LEDGER, 2)).toEqual({
      rounds: [0, 1, 2, 3],
      lines: [
        [0, 3, 3, 5],
        [0, 5, 5, 9],
      ],
    });
  });

  test("begins with what was paid before the first round", () => {
    expect(raceOf([paid(1, 2, { round: 0 })], 1)).toEqual({ rounds: [0], lines: [[2]] });
  });

  test("of a game in which nothing was paid stays at nothing", () => {
    expect(raceOf([], 2)).toEqual({ rounds: [0], lines: [[0], [0]] });
  });
});

describe("the result", () => {
  const table = tableOf({ seats: [seatOf(1, { name: "Li" }), seatOf(2, { name: "Bo" })] });
  const view = viewOf({ winners: [2], scores: [30, 41], over: true });

  test("is told to the winner alone as their own", () => {
    expect(resultOf(table, view, [2])).toBe("You win with 41!");
    expect(resultOf(table, view, [1])).toBe("Bo wins with 41");
    expect(resultOf(table, view, [])).toBe("Bo wins with 41");
    expect(resultOf(table, view, [1, 2])).toBe("Bo wins with 41"); // at one screen, "you" would be anybody
  });

  test("may be a victory of several", () => {
    const shared = viewOf({ winners: [1, 2], scores: [41, 41], over: true });
    expect(resultOf(table, shared, [2])).toBe("Li and Bo share the victory with 41");
  });
});
