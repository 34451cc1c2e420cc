import { expect, test } from "vitest";
import { boundsOf, diagonalTurn, frame, heartOf, placeAt, sidesOf, steps } from "./geometry";

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
  expect(frame(places.map((at) => cell({ at })))).toEqual({ x: -212, y: -112, width: 524, height: 524 });
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
