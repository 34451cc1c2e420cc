import { describe, expect, test } from "vitest";
import type { EmperorTable, Point } from "../model/view";
import { landOf, mapOf } from "./draw";
import { distance } from "./geometry";
import { shapeFor, type Shape } from "./shape";

/** Four bays around a crossing, each with three spaces on a road. */
const CORNERS = { north: [300, 200], east: [650, 200], south: [650, 520], west: [300, 520] } as const;
const regions = Object.entries(CORNERS).map(([id, [x, y]]) => ({
  id,
  name: id,
  dragon: [x, y] as Point,
  spaces: [-1, 0, 1].map((n) => ({ id: `${id}-${n + 2}`, at: [x + 90 * n, y + 85] as Point })),
}));
const TABLE = {
  regions,
  roads: regions.flatMap(({ id }) => [
    [`${id}-1`, `${id}-2`],
    [`${id}-2`, `${id}-3`],
  ]),
  alliances: [
    { number: 1, regions: ["north", "east"] },
    { number: 2, regions: ["east", "south"] },
    { number: 3, regions: ["south", "west"] },
    { number: 4, regions: ["west", "north"] },
  ],
} as unknown as EmperorTable;

const land = landOf(TABLE);
const SHAPES: [string, Shape][] = [
  ["wide", shapeFor(1368, 736, land.extent)],
  ["upright", shapeFor(378, 586, land.extent)],
  ["low", shapeFor(572, 382, land.extent)],
];

describe.each(SHAPES)("a %s map", (_, shape) => {
  const map = mapOf(land, shape);

  test("has its places where the edition has them, stretched", () => {
    for (const { id, dragon, spaces } of regions) {
      expect(map.places.get(id)).toEqual([dragon[0] * shape.across, dragon[1] * shape.down]);
      for (const { id, at } of spaces)
        expect(map.places.get(id)).toEqual([at[0] * shape.across, at[1] * shape.down]);
    }
  });

  test("holds its land, and no more than that", () => {
    const { x, y, width, height } = map.box;
    const all = map.regions.map(({ extent }) => extent);
    expect(Math.min(...all.map(({ left }) => left)) - x).toBe(10);
    expect(Math.min(...all.map(({ top }) => top)) - y).toBe(10);
    expect(x + width - Math.max(...all.map(({ right }) => right))).toBeCloseTo(10);
    expect(y + height - Math.max(...all.map(({ bottom }) => bottom))).toBeCloseTo(10);
  });

  test("has names and marks beside every place", () => {
    for (const [, at] of map.places) {
      for (const { name } of map.regions) expect(distance(name, at)).toBeGreaterThan(25);
      for (const mark of map.alliances) expect(distance(mark.at, at)).toBeGreaterThan(35);
    }
  });

  test("has marks between neighbours only", () => {
    expect(map.alliances.map(({ number, isApart }) => [number, isApart])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, false],
    ]);
  });
});

test("a map is drawn once for each shape", () => {
  const [[, wide], [, low]] = [SHAPES[0]!, SHAPES[2]!];
  expect(mapOf(land, { ...wide })).toBe(mapOf(land, { ...wide }));
  expect(mapOf(land, wide)).not.toBe(mapOf(land, low));
  expect(landOf(structuredClone(TABLE))).toBe(land);
});
