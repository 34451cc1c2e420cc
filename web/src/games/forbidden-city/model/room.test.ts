import { expect, test } from "vitest";
import { bestPlace, costOf, placesIn } from "./room";

const box = (x: number, y: number, width = 10, height = 10) => ({ x, y, width, height });

test("what is covered counts by its area and weight", () => {
  const obstacles = [
    { ...box(0, 0), weight: 2 },
    { ...box(5, 5), weight: -1 },
  ];
  expect(costOf(box(5, 0), obstacles)).toBe(2 * 50 - 50);
  expect(costOf(box(20, 20), obstacles)).toBe(0);
});

test("the place is chosen that covers least, and of equal ones the first", () => {
  const obstacles = [{ ...box(0, 0), weight: 1 }];
  expect(bestPlace([box(2, 0), box(8, 0), box(30, 0), box(50, 0)], obstacles)).toEqual(box(30, 0));
  expect(bestPlace([], obstacles)).toBeNull();
});

test("places fill a frame up to its edges; what is too large for it lies in its middle", () => {
  expect(placesIn(box(0, 0, 30, 10), 10, 10, 10).map(({ x }) => x)).toEqual([0, 10, 20]);
  expect(placesIn(box(0, 0, 25, 10), 10, 10, 10).map(({ x }) => x)).toEqual([0, 7.5, 15]);
  expect(placesIn(box(0, 0, 30, 10), 40, 10, 10)).toEqual([box(-5, 0, 40, 10)]);
});
