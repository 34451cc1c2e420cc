import { describe, expect, test } from "vitest";
import { columnsOf, inSigns, rivalTolls, stageOf, tollAfter } from "./road";
import type { DragonView, Forecast } from "./view";

const toll = (more: Partial<Forecast> = {}): Forecast => ({
  month: 6,
  event: "tribute",
  releases: 0,
  paid: 0,
  points: 0,
  ...more,
});

const EVENTS = ["mongols", "mongols", "tribute", "peace", "mongols"];

describe("the months", () => {
  const table = { month: 6, events_over: 6 } as DragonView["table"];

  test.each([
    [5, false, "over"],
    [6, true, "now"], // its event is over, its wall not yet
    [6, false, "over"],
    [7, false, "coming"],
  ] as const)("month %i, which owes something: %s, is %s", (month, isOwed, stage) => {
    expect(stageOf(table, month, isOwed)).toBe(stage);
  });

  test("the present one is the widest, and what is over narrow", () => {
    const columns = columnsOf(["over", "now", "coming", "coming", "coming"], [...EVENTS]);
    expect(columns.match(/[\d.]+fr/g)).toEqual(["0.4fr", "2.6fr", "1fr", "0.6fr", "1.25fr"]);
  });
});

describe("what a month would mean", () => {
  test.each([
    [toll(), "0"],
    [toll({ releases: 2 }), "−2"],
    [toll({ points: 6, paid: 1 }), "+6"],
    [toll({ points: 2, releases: 1 }), "+2−1"],
  ])("in signs", (told, signs) => {
    expect(inSigns(told)).toBe(signs);
  });

  test("for the others, and for nobody where it is over", () => {
    const courts = [[toll()], [toll({ releases: 1 })], []].map((to_come) => ({ to_come }));
    const view = { seat: 1, table: { courts } } as unknown as DragonView;
    expect(rivalTolls(view, 6)).toEqual([{ seat: 2, toll: toll({ releases: 1 }) }]);
    expect(rivalTolls({ ...view, seat: null }, 6)).toHaveLength(2);
    expect(rivalTolls(view, 7)).toEqual([]);
  });

  test("after a move, where the move changes it", () => {
    const changed = toll({ paid: 4 });
    expect(tollAfter(toll(), [toll({ month: 5 }), changed])).toBe(changed);
    expect(tollAfter(toll(), [toll()])).toBeNull();
    expect(tollAfter(undefined, [toll()])).toBeNull();
    expect(tollAfter(toll(), undefined)).toBeNull();
  });
});
