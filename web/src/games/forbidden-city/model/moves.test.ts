import { expect, test } from "vitest";
import { fitsByCell, nextFit } from "./moves";

const lay = (x: number, y: number, turn: number) => ({
  notation: `${x},${y} r${turn}`,
  move: { kind: "lay" as const, at: [x, y] as [number, number], turn },
});
const fits = fitsByCell([lay(1, 0, 0), lay(1, 0, 3), lay(-2, 1, 2)]);

test("each cell has the turns in which the tile fits there", () => {
  expect([...fits.keys()]).toEqual(["1,0", "-2,1"]);
  expect([...fits.get("1,0")!.moves]).toEqual([
    [0, "1,0 r0"],
    [3, "1,0 r3"],
  ]);
  expect(fits.get("-2,1")!.at).toEqual([-2, 1]);
});

test("setting aside fits no cell", () => {
  expect(fitsByCell([{ notation: "set aside", move: { kind: "set-aside" } }]).size).toBe(0);
});

test("the next fitting turn is looked for in the direction in which one turns", () => {
  const cell = fits.get("1,0")!;
  expect(nextFit(cell, 1, 1)).toBe(3);
  expect(nextFit(cell, 1, -1)).toBe(0);
  expect(nextFit(fits.get("-2,1")!, 0, 1)).toBe(2);
});
