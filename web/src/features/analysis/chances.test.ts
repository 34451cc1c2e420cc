import { describe, expect, test } from "vitest";
import type { JudgedDecision } from "../../net/contract";
import {
  firstToReview,
  linesOf,
  nearest,
  standingsOf,
  turningPoint,
  verdictOf,
  within,
  worstOf,
} from "./chances";

const judgedMove = (move: string) => ({
  ...{
    move,
    parsed: { kind: "done" } as const,
    chance: 0.5,
    chances: [0.5, 0.5],
    error: 0.01,
    errors: [0.01, 0.01],
  },
  ...{ scores: [0, 0], simulations: 100 },
});

const judged = (more: Partial<JudgedDecision> = {}): JudgedDecision => ({
  ...{ number: 1, seat: 1, played: judgedMove("a"), best: [judgedMove("b")] },
  ...{ chances: [0.6, 0.4], errors: [0.1, 0.05], loss: 0, error: 0.01, mistake: false },
  ...{ points_lost: 0, simulations: 100, ...more },
});

describe("standings", () => {
  test("are those before each decision, with bands of 95 %", () => {
    expect(standingsOf([judged({ number: 3 })], null)).toEqual([
      { move: 2, chances: [0.6, 0.4], bands: [1.96 * 0.1, 1.96 * 0.05] },
    ]);
  });

  test("end with who won, for sure, and share a victory", () => {
    const end = (winners: number[]) => standingsOf([], { moves: 40, winners, players: 3 });
    expect(end([2])).toEqual([{ move: 40, chances: [0, 1, 0], bands: [0, 0, 0] }]);
    expect(end([1, 3])[0]?.chances).toEqual([0.5, 0, 0.5]);
  });
});

test("nothing is known better than to one per cent", () => {
  expect([0, 0.001, 0.05].map(within)).toEqual([1, 1, 10]);
});

describe("what is said of a move", () => {
  const [error, clear] = [0.05, 0.2];
  test.each<[string, Partial<JudgedDecision>]>([
    ["best", { played: judgedMove("b"), loss: 0.3, error: 0.01, mistake: true }],
    ["mistake", { loss: clear, error, mistake: true }],
    ["worse", { loss: clear, error }],
    ["maybe", { loss: 0.06, error }], // beyond one standard error, within 95 %
    ["alike", { loss: 0.04, error }],
    ["alike", { loss: 0.019, error: 0.001 }], // for sure, but too little to tell
    ["worse", { loss: 0.02, error: 0.001 }],
  ])("is %s for %o", (verdict, more) => {
    expect(verdictOf(judged(more))).toBe(verdict);
  });
});

test("the worst moves are those that cost most points, where these are known, also of a lost game", () => {
  const lost = { loss: 0, error: 0.01 };
  const costs = [0, 3, null, 7].map((cost, index) => judged({ ...lost, number: index + 1, cost }));
  expect(worstOf(costs, 8).map(({ number }) => number)).toEqual([4, 2]);
  expect(worstOf(costs, 1).map(({ number }) => number)).toEqual([4]);
  expect(verdictOf(costs[3]!)).toBe("costly");
});

test("the worst moves are those that cost most, as far as that is known and worth telling", () => {
  const all = [0.03, 0.3, 0.019, 0.1, 0.2].map((loss, index) => judged({ number: index + 1, loss }));
  all.push(judged({ number: 6, loss: 0.9, error: 0.9 }));
  expect(worstOf(all, 3).map(({ number }) => number)).toEqual([2, 5, 4]);
  expect(worstOf(all, 9).map(({ number }) => number)).toEqual([2, 5, 4, 1]);
});

describe("the line of a seat", () => {
  const standings = [
    { move: 0, chances: [0.5, 0.95], bands: [0.1, 0.2] },
    { move: 10, chances: [0.25, 0.05], bands: [0, 0.125] },
  ];

  test("goes across the whole game, inside a band that goes forth above it and back below it", () => {
    const { line, band } = linesOf(standings, 0, 20);
    expect(line).toMatchObject([
      { across: 0, up: 0.5 },
      { across: 0.5, up: 0.25 },
    ]);
    expect(band).toEqual([
      { across: 0, up: 0.6 },
      { across: 0.5, up: 0.25 },
      { across: 0.5, up: 0.25 },
      { across: 0, up: 0.4 },
    ]);
  });

  test("has a band that never leaves the chart", () => {
    const ups = linesOf(standings, 1, 20).band.map(({ up }) => up);
    expect(ups).toEqual([1, 0.175, 0, 0.75]);
  });

  test("leads to the nearest standing of a place, the earlier of two", () => {
    expect([-5, 4, 5, 6, 99].map((move) => nearest(standings, move)?.move)).toEqual([0, 0, 0, 10, 10]);
    expect(nearest([], 3)).toBeUndefined();
  });
});

describe("the turning point", () => {
  const at = (number: number, ...chances: number[]) => judged({ number, chances, loss: 0 });

  test("is the last decision before which the winner was not ahead", () => {
    const game = [at(1, 0.5, 0.5), at(2, 0.6, 0.4), at(3, 0.4, 0.6), at(4, 0.7, 0.3)];
    expect(turningPoint(game, [1])?.number).toBe(3);
    expect(turningPoint(game, [2])?.number).toBe(4);
  });

  test("is none where the winner was ahead all along, where several won, and without an analysis", () => {
    expect(turningPoint([at(1, 0.6, 0.4), at(2, 0.7, 0.3)], [1])).toBeUndefined();
    expect(turningPoint([at(1, 0.4, 0.6)], [1, 2])).toBeUndefined();
    expect(turningPoint([], [1])).toBeUndefined();
  });
});

describe("a review opens", () => {
  const move = (number: number, seat: number, loss: number, mistake = false) =>
    judged({ number, seat, loss, mistake, chances: [0.5, 0.5] });

  test("at one's own first mistake, not at a worse one later, nor at another's", () => {
    const game = [move(2, 2, 0.3, true), move(5, 1, 0.1, true), move(9, 1, 0.4, true)];
    expect(firstToReview(game, 1, [2])).toBe(5);
  });

  test("without a mistake at what cost one most", () => {
    expect(firstToReview([move(5, 1, 0.03), move(7, 1, 0.06), move(8, 1, 0.001)], 1, [2])).toBe(7);
  });

  test("else at the turning point, and nowhere in particular where there is none", () => {
    expect(firstToReview([move(5, 2, 0.3), move(6, 2, 0)], null, [1])).toBe(6);
    expect(firstToReview([], 1, [1])).toBeNull();
  });
});
