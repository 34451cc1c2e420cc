import { expect, test } from "vitest";
import { drawCells } from "../../../test-support/city";
import { interestsOf, partInPlay } from "./play";
import type { CityMove, CityTable, Place } from "./view";

const FRAME = { x: -100, y: -100, width: 1200, height: 600 };
const table = { cells: drawCells("p1 p1 p1") } as CityTable;

test("interesting is what was laid since one's turn, the last tile, and where one would be paid", () => {
  const move: CityMove = { kind: "lay", at: [0, 0], turn: 0 };
  const deed = { number: 1, seat: 2, move, places: [], text: "", gains: [], sequence: 1 };
  const free = [
    { at: [3, 0] as Place, gain: 7 },
    { at: [0, 1] as Place, gain: 0 },
  ];
  expect(interestsOf(table, [deed], free, null).map(({ at }) => at)).toEqual([
    [0, 0],
    [2, 0],
    [3, 0],
  ]);
});

test("while something is told, nothing else is interesting", () => {
  expect(interestsOf(table, [], [{ at: [3, 0], gain: 7 }], [[1, 0]])).toEqual([{ at: [1, 0], weight: 1 }]);
});

test("the part is shown in which most is to be seen, within the frame", () => {
  const interests = [
    { at: [0, 0] as Place, weight: 4 },
    { at: [8, 1] as Place, weight: 3 },
    { at: [9, 2] as Place, weight: 3 },
  ];
  expect(partInPlay(interests, FRAME, 400, 400)).toEqual({ x: 650, y: -50, width: 400, height: 400 });
  expect(partInPlay([{ at: [0, 0], weight: 1 }], FRAME, 400, 400)).toEqual({
    ...{ x: -100, y: -100 },
    ...{ width: 400, height: 400 },
  });
  expect(partInPlay([], FRAME, 400, 400)).toBeNull();
});
