import { expect, test } from "vitest";
import { spacesToShow } from "./track";

test.each<[number[], (number | null)[]]>([
  [[], [1, 2, 3]],
  [[5], [5, 6, 7, 8]],
  [
    [5, 5, 6],
    [5, 6, 7, 8, 9],
  ],
  [
    [6, 2],
    [2, 3, 4, 5, 6, 7, 8, 9],
  ], // three empty ones are shown
  [
    [2, 7],
    [2, 3, null, 6, 7, 8, 9, 10],
  ], // more are cut out
])("with markers on %o it shows %o", (occupied, shown) => {
  expect(spacesToShow(occupied)).toEqual(shown);
});

test("it is as long as it is wanted to be at least", () => {
  expect(spacesToShow([5], 6)).toEqual([5, 6, 7, 8, 9, 10]);
});
