import { describe, expect, test } from "vitest";
import { say } from "../../i18n/say";
import { tellTurningPoints } from "./turning";

const told = (...lines: number[][]) => tellTurningPoints(lines, ["Li", "Bo", "Ai"]);
const throughout = (name: string, round: number) => say("browser.end.led-throughout", { name, round });
const atLast = (name: string, round: number, changes: number) =>
  say("browser.end.led-at-last", { name, round, changes });
const best = (name: string, round: number, points: number) =>
  say("browser.end.best-round", { name, round, points });

describe("the turning points", () => {
  test("of a game with one leader are where they took the lead, and the best round", () => {
    expect(told([0, 3, 9], [0, 2, 4])).toEqual([throughout("Li", 1), best("Li", 2, 6)]);
  });

  test("are where the lead changed for the last time, and how often it did", () => {
    expect(told([0, 3, 4, 5], [0, 2, 5, 5], [0, 1, 2, 9])).toEqual([atLast("Ai", 3, 2), best("Ai", 3, 7)]);
  });

  test("are one where the lead changed once", () => {
    const since = say("browser.end.led-since", { name: "Bo", round: 2 });
    expect(told([0, 3, 4], [0, 2, 6])).toEqual([since, best("Bo", 2, 4)]);
  });

  test("are no change where a leader is caught up with, and goes on to lead", () => {
    expect(told([0, 3, 4, 8], [0, 1, 4, 5])[0]).toBe(throughout("Li", 1));
  });

  test("name no leader where nobody leads in the end", () => {
    expect(told([0, 3, 5], [0, 2, 5])).toEqual([best("Li", 1, 3)]);
  });

  test("name the first of two best rounds that are alike", () => {
    expect(told([0, 1, 4], [0, 3, 3], [0, 0, 1]).at(-1)).toBe(best("Li", 2, 3));
  });

  test("are none where nothing was scored", () => {
    expect(told([0, 0], [0, 0])).toEqual([]);
    expect(told()).toEqual([]);
  });
});
