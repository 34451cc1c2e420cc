import { expect, test } from "vitest";
import { clamp } from "./clamp";

test.each([
  [5, 5],
  [-1, 0],
  [11, 10],
  [0, 0],
  [10, 10],
])("%d between 0 and 10 is %d", (value, clamped) => {
  expect(clamp(value, 0, 10)).toBe(clamped);
});

test("where nothing lies between, what is too small counts more", () => {
  expect(clamp(5, 10, 0)).toBe(10);
});
