import { describe, expect, test } from "vitest";
import { pathOf, standApart } from "./chart";

const [GROUND, SIGN] = [200, 20];
const apart = (...heights: number[]) => standApart(heights, GROUND, SIGN);

describe("signs at the ends of lines", () => {
  test("stand where their lines end, if there is room", () => {
    expect(apart(50, 150, 100)).toEqual([50, 150, 100]);
  });

  test("push each other up, in the order of their lines", () => {
    expect(apart(100, 95, 90)).toEqual([100, 80, 60]);
    expect(apart(90, 100, 95)).toEqual([60, 100, 80]);
  });

  test("of lines that end level stand in the order of seats, the first lowest", () => {
    expect(apart(100, 100, 100)).toEqual([100, 80, 60]);
  });

  test("may hang over the ground by a half, and no further", () => {
    expect(apart(210)).toEqual([210]);
    expect(apart(230)).toEqual([210]);
    expect(apart(230, 230)).toEqual([210, 190]);
  });

  test("never leave the chart at its upper edge", () => {
    expect(apart(0)).toEqual([10]);
    expect(apart(5, 0)).toEqual([30, 10]);
    expect(apart(20, 12, 4, 100)).toEqual([50, 30, 10, 100]);
  });

  test("stand nowhere when there are none", () => {
    expect(apart()).toEqual([]);
  });
});

test("a line leads through its places in the units of the drawing", () => {
  const line = [
    { across: 0, up: 0 },
    { across: 0.5, up: 1 },
    { across: 1, up: 0.25 },
  ];
  const path = pathOf(
    line,
    (across) => 10 + 100 * across,
    (up) => 200 - 100 * up,
  );
  expect(path).toBe("M10 200L60 100L110 175");
});
