import { describe, expect, test } from "vitest";
import english from "../../made/en.json";
import { paid, seatOf, tableOf, viewOf } from "../../test-support/samples";
import type { View } from "../../net/contract";
import { rankedSeats } from "./places";
import { detailsOf, resultOf } from "./result";
import { sourceName } from "../../state/games";
import { raceOf, sumsBySource, total } from "./standings";

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
  const seats = ["Li", "Bo", "Ai"].map((name, index) => seatOf(index + 1, { name }));
  const table = tableOf({ players: 3, seats });
  const ended = (scores: number[], places: number[], more: Partial<View> = {}) =>
    viewOf({
      players: 3,
      over: true,
      scores,
      places,
      winners: [1, 2, 3].filter((seat) => places[seat - 1] === 1),
      ...more,
    });

  test("is told to everybody with one seat as their own place", () => {
    const view = ended([30, 41, 35], [3, 1, 2]);
    expect([1, 2, 3].map((seat) => resultOf(table, view, [seat]))).toEqual([
      "You are third of three",
      "You win with 41!",
      "You are second of three",
    ]);
    expect(resultOf(table, view, [])).toBe("Bo wins with 41");
    expect(resultOf(table, view, [1, 2])).toBe("Bo wins with 41"); // at one screen, "you" would be anybody
  });

  test("may be a place that is shared, the first or another", () => {
    const shared = ended([41, 41, 30], [1, 1, 3]);
    expect(resultOf(table, shared, [2])).toBe("You share the victory with Li, with 41 each");
    expect(resultOf(table, shared, [])).toBe("Li and Bo share the victory with 41");
    expect(resultOf(table, ended([30, 41, 30], [2, 1, 2]), [3])).toBe("You share second place of three");
  });

  test("goes on with who won, and with what broke a tie", () => {
    const line = {
      key: "emperor-of-china.tie-break.pieces-left",
      values: {
        seats: [2, 1],
        first: 2,
        score: 41,
        amounts: [
          { key: "tie.amount", values: { seat: 2, amount: 5 } },
          { key: "tie.amount", values: { seat: 1, amount: 3 } },
        ],
      },
      rule: "emperor-of-china#12",
    };
    const ties = [{ seats: [2, 1], by: "pieces-left", amounts: [5, 3], line }];
    const view = ended([41, 41, 30], [2, 1, 3], { ties });
    const tie = "Bo and Li have 41 points each. Most pieces left ranks first: Bo 5 and Li 3.";
    expect(detailsOf(table, view, [1])).toEqual(["Bo wins with 41. You have 41.", tie]);
    expect(detailsOf(table, view, [2])).toEqual([tie]);
    expect(detailsOf(table, view, [])).toEqual([tie]);
  });

  test("ranks the seats, those on one place in their order", () => {
    expect(rankedSeats([2, 1, 2, 4], 4)).toEqual([2, 1, 3, 4]);
    expect(rankedSeats([], 2)).toEqual([1, 2]);
  });
});
