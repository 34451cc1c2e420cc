import { expect, test } from "vitest";
import { MOVES, printMove } from "./moves";
import type { DragonMove, Palace, Person } from "./view";

const monk: Person = { kind: "monk", age: "old", symbol: "buddha", symbols: 2, value: 1 };
const palace: Palace = { number: 2, alike: [3], floors: 2, persons: [monk], starved: false };

test("every kind of move is printed in its notation", () => {
  const moves: [DragonMove, string][] = [
    [{ kind: "action", card: "taxes" }, "taxes"],
    [{ kind: "money" }, "money"],
    [{ kind: "dismiss" }, "dismiss"],
    [{ kind: "privilege", size: "large" }, "privilege large"],
    [{ kind: "wall", tile: "rice" }, "wall rice"],
    [{ kind: "card", card: "wild" }, "card wild"],
    [{ kind: "draft", person_kind: "farmer" }, "draft farmer"],
    [{ kind: "take", person: { age: "old", kind: "farmer" } }, "take old farmer"],
    [{ kind: "return", good: "rice" }, "return rice"],
    [{ kind: "floor", palace: null }, "floor new"],
    [{ kind: "lose", palace: 12 }, "lose 12"],
    [{ kind: "release", palace: 2, person: { age: "young", kind: "healer" } }, "release 2 young healer"],
  ];
  for (const [move, notation] of moves) expect(printMove(move)).toBe(notation);
});

test("a palace stands for those that are like it, too", () => {
  const moves = MOVES.palace(palace).map(printMove);
  expect(moves).toContain("palace 2");
  expect(moves).toContain("lose 3");
});

test("a person at court stands for leaving any of the palaces alike, and for the charter", () => {
  const moves = MOVES.person(palace, monk).map(printMove);
  expect(moves).toContain("release 3 old monk");
  expect(moves).toContain("charter monk");
});

test("only young persons are drafted", () => {
  expect(MOVES.supply({ ...monk, age: "young" }).map(printMove)).toContain("draft monk");
  expect(MOVES.supply(monk).map(printMove)).toEqual(["take old monk"]);
});
