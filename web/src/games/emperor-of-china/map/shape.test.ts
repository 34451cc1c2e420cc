import { expect, test } from "vitest";
import { MARGIN, scaleOf, shapeFor } from "./shape";

const LAND = { left: 40, top: 10, right: 1000, bottom: 760 };

const filled = (width: number, height: number) => {
  const { across, down } = shapeFor(width, height, LAND);
  const scale = scaleOf(width, height);
  return [
    ((across * (LAND.right - LAND.left) + 2 * MARGIN) * scale) / width,
    ((down * (LAND.bottom - LAND.top) + 2 * MARGIN) * scale) / height,
  ];
};

test.each([
  ["a desktop", 1368, 736],
  ["a small laptop", 1214, 574],
  ["a large window", 1840, 896],
  ["an upright phone", 378, 586],
  ["a phone that lies", 572, 382],
])("the land fills the stage of %s", (_, width, height) => {
  for (const share of filled(width, height)) {
    expect(share).toBeGreaterThan(0.96);
    expect(share).toBeLessThanOrEqual(1);
  }
});

test("in a strip the land is stretched no further than it can be known", () => {
  const { across, down } = shapeFor(2400, 400, LAND);
  expect(across / down).toBeLessThan(1.8);
  expect(filled(2400, 400)[1]).toBeGreaterThan(0.94);
});

test("type is never smaller than 11 pixels", () => {
  for (const [width, height] of [
    [1368, 736],
    [378, 586],
    [308, 382],
  ] as const)
    expect(shapeFor(width, height, LAND).type * scaleOf(width, height)).toBeGreaterThanOrEqual(11);
});
