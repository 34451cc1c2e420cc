import { expect, test } from "vitest";
import { between, LENGTH, PARTS } from "./track";

test("the track has fifty places, of which the corners are towers", () => {
  expect(PARTS).toHaveLength(LENGTH);
  expect(PARTS.filter(({ isTower }) => isTower).map(({ score }) => score)).toEqual([0, 14, 25, 39]);
});

test("no place lies on another, and each turn begins at a tower", () => {
  expect(new Set(PARTS.map(({ at }) => at.join(" "))).size).toBe(LENGTH);
  expect([0, 13, 14, 24, 25, 38, 39, 49].map((score) => PARTS[score]?.turn)).toEqual([
    0, 0, 90, 90, 180, 180, 270, 270,
  ]);
});

test("a marker walks straight from place to place, and on around the map", () => {
  const [from, to] = [PARTS[3]!.at, PARTS[4]!.at];
  expect(between(3)).toEqual(from);
  expect(between(3.5)).toEqual([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  expect(between(LENGTH)).toEqual(between(0));
});
