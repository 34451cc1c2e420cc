import { describe, expect, test } from "vitest";
import { deedsAtPalace, deedsOnGroup, deedsOnWall, hasLeft, type DragonDeed } from "./since";
import type { DragonMove, Palace } from "./view";

const deed = (number: number, seat: number, move: DragonMove): DragonDeed => ({
  number,
  seat,
  move,
  text: "",
  sequence: number,
  places: [{ seat, move }],
  gains: [],
});
const numbers = (deeds: DragonDeed[]) => deeds.map(({ number }) => number);
const palace = (number: number, alike: number[] = []): Palace => ({
  number,
  alike,
  floors: 2,
  persons: [],
  starved: false,
});

const DEEDS = [
  deed(1, 2, { kind: "action", card: "taxes" }),
  deed(2, 3, { kind: "wall", tile: "rice" }),
  deed(3, 2, { kind: "palace", palace: 2 }),
  deed(4, 3, { kind: "release", palace: 2, person: { age: "old", kind: "monk" } }),
  deed(5, 4, { kind: "wall", tile: "yuan" }),
];

describe("deeds are found", () => {
  test("on the group whose card was chosen", () => {
    const group = { number: 1, cards: ["taxes", "wall"], seats: [2, 3], price: 3 };
    expect(numbers(deedsOnGroup(DEEDS, group))).toEqual([1, 2]);
    expect(numbers(deedsOnGroup(DEEDS, { ...group, cards: ["build"] }))).toEqual([]);
  });

  test("at the palace of the seat, and of those alike at the one that was named", () => {
    expect(numbers(deedsAtPalace(DEEDS, 2, palace(2)))).toEqual([3]);
    expect(numbers(deedsAtPalace(DEEDS, 3, palace(2, [5])))).toEqual([4]);
    expect(numbers(deedsAtPalace(DEEDS, 3, palace(5, [2])))).toEqual([]);
    const built = { ...deed(1, 2, { kind: "action", card: "build" }) };
    const turn = {
      ...built,
      places: [...built.places, { seat: 2, move: { kind: "floor", palace: 1 } as const }],
    };
    expect(numbers(deedsAtPalace([turn], 2, palace(1)))).toEqual([1]);
    expect(numbers(deedsAtPalace(DEEDS, 3, palace(1)))).toEqual([]);
  });

  test("on the last parts of the wall", () => {
    expect([...deedsOnWall(DEEDS, 6)].map(([part, { number }]) => [part, number])).toEqual([
      [5, 2],
      [6, 5],
    ]);
  });

  test("and whether somebody left", () => {
    expect(hasLeft(deedsAtPalace(DEEDS, 3, palace(2)))).toBe(true);
    expect(hasLeft(deedsAtPalace(DEEDS, 2, palace(2)))).toBe(false);
  });
});
