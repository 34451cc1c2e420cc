import { expect, test } from "vitest";
import { prospectInWords, prospectOf } from "./prospects";
import type { DragonMove, DragonView } from "./view";

const toll = { event: "tribute", releases: 2, paid: 3, points: 0 };
const PROSPECTS = [
  { move: "taxes", short: 0, toll },
  { move: "privilege small", short: 0, toll: { ...toll, releases: 4, paid: 1 } },
  { move: "privilege large", short: 4, toll: null },
];
const VIEW = {
  seat: 1,
  to_move: 1,
  table: { month: 6, part: "action", prospects: PROSPECTS },
} as unknown as DragonView;
const TAXES: DragonMove[] = [{ kind: "action", card: "taxes" }];
const LARGE: DragonMove[] = [{ kind: "privilege", size: "large" }];

test("of several moves that one is told which can be made", () => {
  expect(prospectOf(VIEW, TAXES)).toBe(PROSPECTS[0]);
  expect(prospectOf(VIEW, [...LARGE, { kind: "privilege", size: "small" }])).toBe(PROSPECTS[1]);
  expect(prospectOf(VIEW, LARGE)).toBe(PROSPECTS[2]);
});

test("nothing is told while another is to move", () => {
  expect(prospectOf({ ...VIEW, to_move: 2 }, TAXES)).toBeNull();
  expect(prospectOf({ ...VIEW, seat: null }, TAXES)).toBeNull();
});

test("in words", () => {
  expect(prospectInWords(VIEW, prospectOf(VIEW, TAXES))).toMatch(/^after it: If it came now: .*2 persons/);
  expect(prospectInWords(VIEW, prospectOf(VIEW, LARGE))).toBe("you lack 4 yuan");
  expect(prospectInWords(VIEW, null)).toBe("");
});
