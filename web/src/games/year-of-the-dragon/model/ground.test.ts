import { expect, test } from "vitest";
import { groundFor, HIGH } from "./ground";

test("a low court has all its palaces side by side", () => {
  const ground = groundFor(6, { width: 400, height: 150 });
  expect(ground.ranks).toBe(1);
  expect(ground.height).toBe(HIGH);
  expect(new Set(ground.places.map(({ y }) => y)).size).toBe(1);
});

test("a narrow one has them in two ranks, from four palaces on", () => {
  const box = { width: 200, height: 380 };
  expect(groundFor(3, box).ranks).toBe(1);
  const { places, width, height } = groundFor(5, box);
  expect(places.map(({ y }) => y < HIGH)).toEqual([true, true, true, false, false]);
  expect(width / height).toBeLessThan(groundFor(5, { width: 900, height: 200 }).width / HIGH);
});

test("a court that is not measured yet has one rank", () => {
  expect(groundFor(5, { width: 0, height: 0 }).ranks).toBe(1);
});
