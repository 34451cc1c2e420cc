import { expect, test } from "vitest";
import { drawCells } from "../../../test-support/city";
import { costOf } from "../model/room";
import { placeCallout } from "./callout";

const CITY = drawCells(`
  -  -  -  -
  -  p1 p1 -
  -  -  g2 -
`);
const around = { cells: CITY, involved: new Set([1]), free: [], at: [3, 1] as const };
const SEEN = { x: 0, y: 0, width: 700, height: 500 };
const cellsOf = (...cells: typeof CITY) =>
  cells.map(({ at: [x, y] }) => ({ ...{ x: x * 100, y: y * 100, width: 100, height: 100 }, weight: 1 }));

test("the words lie in sight, near the tile, over neither the tile nor the rooms that matter", () => {
  const place = placeCallout(around, SEEN, 200, 80)!;
  expect(costOf(place, [...cellsOf(...CITY), { x: 300, y: 100, width: 100, height: 100, weight: 1 }])).toBe(
    0,
  );
  expect(place.x).toBeGreaterThanOrEqual(0);
  expect(place.x + place.width).toBeLessThanOrEqual(700);
  expect(Math.abs(place.x + 100 - 350) + Math.abs(place.y + 40 - 150)).toBeLessThan(330);
});

test("a cell that would pay is covered less gladly than another", () => {
  const seen = { x: 300, y: 0, width: 100, height: 600 };
  const free = [
    { at: [3, 0] as const, pays: true },
    { at: [3, 2] as const, pays: false },
  ];
  const at = { cells: [], involved: new Set<number>(), at: [3, 1] as const };
  expect(placeCallout({ ...at, free }, seen, 100, 60)!.y).toBeGreaterThan(150);
});

test("where there is not enough room they lie in the middle", () => {
  expect(placeCallout(around, { x: 0, y: 0, width: 100, height: 500 }, 200, 80)!.x).toBe(-50);
});
