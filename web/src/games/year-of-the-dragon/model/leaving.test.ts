import { expect, test } from "vitest";
import type { Step } from "../../../board/face";
import { palacesBefore } from "./leaving";
import type { DragonMove, DragonView } from "./view";

const monk = { age: "young", kind: "monk", symbol: "buddha", symbols: 1, value: 6 };
const view = {
  table: {
    persons: [{ ...monk, left: 3 }],
    courts: [{ palaces: [{ number: 1, alike: [], floors: 2, persons: [], starved: false }] }],
  },
} as unknown as DragonView;

const releases = (seat: number, palace: number): Step<DragonMove> => ({
  kind: "move",
  seat,
  text: "",
  places: [{ seat, move: { kind: "release", palace, person: { age: "young", kind: "monk" } } }],
  paid: null,
  source: "",
  line: null,
});
const livingIn = (...coming: Step<DragonMove>[]) =>
  palacesBefore(view, 1, coming).map(({ persons }) => persons.map(({ kind }) => kind));

test("who leaves in a later step still stands in the palace", () => {
  expect(livingIn(releases(1, 1), releases(1, 1))).toEqual([["monk", "monk"]]);
  expect(livingIn()).toEqual([[]]);
});

test("others leave other courts and palaces", () => {
  expect(livingIn(releases(2, 1), releases(1, 2))).toEqual([[]]);
});
