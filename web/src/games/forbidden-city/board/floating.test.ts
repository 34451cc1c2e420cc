import { beforeEach, expect, test, vi } from "vitest";
import { placeBeside } from "./floating";

beforeEach(() => {
  vi.stubGlobal("innerWidth", 1000);
  vi.stubGlobal("innerHeight", 800);
});

const place = (x: number, y: number, wide = 200, high = 100, top = 0) =>
  placeBeside({ x, y }, { x: x + 50, y: y + 50 }, wide, high, top);

test("a card lies to the right of what it is about, else to the left, level with its middle", () => {
  expect(place(400, 300)).toEqual({ x: 460, y: 275 });
  expect(place(900, 300)).toEqual({ x: 690, y: 275 });
});

test("a card stays in sight at the upper and the lower edge", () => {
  expect(place(400, 0).y).toBe(10);
  expect(place(400, 760).y).toBe(690);
});

test("a card for which there is no room beside lies above, or below where it would cover the top", () => {
  expect(place(480, 300, 600)).toEqual({ x: 205, y: 190 });
  expect(place(480, 120, 600, 100, 50)).toEqual({ x: 205, y: 180 });
});
