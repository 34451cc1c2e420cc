import { expect, test } from "vitest";
import {
  boundsOf,
  clampInto,
  diagonalTurn,
  frame,
  freestCorner,
  heartOf,
  placeAt,
  shownOn,
  sidesOf,
  steps,
} from "./geometry";

type Cell = Parameters<typeof sidesOf>[0];
type Room = Parameters<typeof heartOf>[0];
type Place = Cell["at"];

const cell = (more: Partial<Cell>) => more as Cell;
const room = (...cells: Place[]) => ({ cells }) as unknown as Room;

test("a cell is found under any of its points, also west and north of the temple", () => {
  expect([placeAt(0, 0), placeAt(99, 199), placeAt(-1, -100)]).toEqual([
    [0, 0],
    [0, 1],
    [-1, -1],
  ]);
});

test("the bounds of places are those of their cells, and the frame is a cell larger", () => {
  const places: Place[] = [
    [-1, 0],
    [1, 2],
  ];
  expect(boundsOf(places)).toEqual({ x: -100, y: 0, width: 300, height: 300 });
  expect(frame(places.map((at) => cell({ at })))).toEqual({ x: -208, y: -108, width: 516, height: 516 });
});

test("steps go along the sides of cells", () => {
  expect(steps([1, -2], [-1, 1])).toBe(5);
});

test.each([
  [[0, 1, 1, 0], 0],
  [[0, 0, 1, 1], 1],
  [[1, 0, 0, 1], 2],
  [[1, 1, 0, 0], 3],
])("half a cell whose sides are %o is turned by %d quarters", (touching, turn) => {
  expect(diagonalTurn(cell({ touching }))).toBe(turn);
});

test("the heart of a room lies in one of its cells, as near to their middle as can be", () => {
  expect(heartOf(room([0, 0], [1, 0], [2, 0]))).toEqual([150, 50]);
  expect(heartOf(room([0, 0], [0, 1], [0, 2], [1, 2], [2, 2]))).toEqual([50, 150]);
});

test("a stage shows a part whole, in its own shape, and a small part not too large", () => {
  const part = { x: 0, y: 0, width: 1000, height: 500 };
  expect(shownOn(part, 500, 500)).toEqual({ x: 0, y: -250, width: 1000, height: 1000 });
  expect(shownOn(part, 2500, 2500)).toEqual({ x: -500, y: -750, width: 2000, height: 2000 });
  expect(shownOn(part, 0, 0)).toBe(part);
});

test("a box is moved into a frame, and into the middle of one that is smaller", () => {
  const frame = { x: 0, y: 0, width: 100, height: 100 };
  expect(clampInto({ x: 90, y: -5, width: 20, height: 20 }, frame)).toMatchObject({ x: 80, y: 0 });
  expect(clampInto({ x: 90, y: 10, width: 200, height: 20 }, frame)).toMatchObject({ x: -50, y: 10 });
});

test("the freest corner of a cell is that with fewest cells around it", () => {
  const laid: Place[] = [
    [0, -1],
    [1, -1],
    [1, 0],
    [1, 1],
    [-1, 0],
  ];
  expect(
    freestCorner(
      laid.map((at) => cell({ at })),
      [0, 0],
    ),
  ).toEqual([-1, 1]);
});
