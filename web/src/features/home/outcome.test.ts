import { describe, expect, test } from "vitest";
import type { TableInShort } from "../../net/contract";
import { outcomeOf } from "./outcome";

const finished = (more: Partial<TableInShort> = {}) =>
  ({
    names: ["Li", "level:adept", "level:adept"],
    players: 3,
    yours: [1],
    scores: [50, 61, 40],
    places: [2, 1, 3],
    ...more,
  }) as TableInShort;

describe("the outcome of a finished game", () => {
  test("is one's own place and score, and the scores of all others, the best first", () => {
    expect(outcomeOf(finished())).toEqual(["Second of three: 50", "against Adept 61 and Adept 40"]);
  });

  test("is who won where one had no seat, or several", () => {
    expect(outcomeOf(finished({ yours: [] }))).toEqual(["Adept won with 61", "against Li 50 and Adept 40"]);
    const shared = finished({ names: ["Li", "Li", "Bo"], yours: [1, 2] });
    expect(outcomeOf(shared)).toEqual(["Yellow won with 61", "against Purple 50 and Bo 40"]);
  });

  test("is not told where it was not kept", () => {
    expect(outcomeOf(finished({ scores: null, places: null }))).toEqual([]);
  });
});
