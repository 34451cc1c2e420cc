import { expect, test } from "vitest";
import type { Deed } from "../../../board/face";
import { freshPieces } from "./since";
import type { EmperorMove, EmperorTable } from "./view";

const TABLE = { regions: [{ id: "wei", emissaries: [1, 3, 0] }] } as unknown as EmperorTable;

function deedOf(seat: number, ...moves: EmperorMove[]): Deed<EmperorMove> {
  const places = moves.map((move) => ({ seat, move }));
  return { number: 1, seat, move: moves[0]!, places, gains: [], text: "", sequence: 1 };
}

test("houses and fortifications are known by their space", () => {
  const deeds = [
    deedOf(2, { kind: "house", at: "wei-1", cards: ["red"] }, { kind: "take", colour: "red" }),
    deedOf(3, { kind: "fortification", at: "wei-2", cards: ["red"] }),
  ];
  expect([...freshPieces(deeds, TABLE)]).toEqual([
    ["wei-1 house", 2],
    ["wei-2 fortification", 3],
  ]);
});

test("of several emissaries of a seat the last are new", () => {
  const emissary: EmperorMove = { kind: "emissary", at: "wei", cards: ["red"] };
  expect([...freshPieces([deedOf(2, emissary, emissary)], TABLE).keys()]).toEqual(["wei 2 3", "wei 2 2"]);
});

test("who only exchanges a card marks nothing", () => {
  expect(freshPieces([deedOf(2, { kind: "exchange", colour: "red" })], TABLE).size).toBe(0);
});
