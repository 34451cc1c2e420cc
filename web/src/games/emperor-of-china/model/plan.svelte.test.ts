import { beforeEach, expect, test } from "vitest";
import type { Line, Previewed } from "../../../net/contract";
import { Choice } from "../../../state/choice.svelte";
import { viewOf } from "../../../test-support/samples";
import { printMove } from "./moves";
import { Plan } from "./plan.svelte";
import type { EmperorMove, EmperorView, Placing } from "./view";

const house = (at: string, ...cards: string[]): Placing => ({ kind: "house", at, cards });
const MOVES: EmperorMove[] = [
  house("han-1", "green"),
  house("han-1", "red", "red"),
  house("shu-1", "green"),
  house("shu-1", "red", "red"),
  house("wei-1", "red"),
  { kind: "exchange", colour: "green" },
  { kind: "exchange", colour: "red" },
];

let sent: string[];
let choice: Choice;
let plan: Plan;

beforeEach(() => {
  sent = [];
  choice = new Choice({
    preview: () => new Promise<Previewed>(() => {}),
    explainRefusal: () => Promise.resolve(null),
    send: (move): Promise<Line | null> => (sent.push(move), Promise.resolve(null)),
  });
  const legal = MOVES.map(printMove);
  choice.begin(legal);
  const own = { hand: ["green", "red", "red"] };
  plan = new Plan(viewOf({ legal, moves: MOVES, own }) as EmperorView, choice);
});

const asked = () => plan.payments.map(printMove);

test("a place that can be paid in several ways asks how", () => {
  plan.touchPlace("house", "han-1");
  expect(asked()).toEqual(["house han-1 green", "house han-1 red red"]);
  expect(choice.previewing).toBe("house han-1 green");
  choice.preview("house han-1 red red"); // looked at, as it would be paid
  expect(asked()).toHaveLength(2);
});

test.each([
  ["another place", "house shu-1 green"],
  ["another piece of a hint", "exchange red"],
])("nothing pays for a place while %s is looked at", (_, other) => {
  plan.touchPlace("house", "han-1");
  choice.preview(other);
  expect(plan.target).toBeNull();
  expect(asked()).toEqual([]);
  plan.touchCard(1);
  expect(sent).toEqual([]);
});

test("a mouse that passes over other places comes back to the question", () => {
  plan.touchPlace("house", "han-1");
  choice.preview("house shu-1 green");
  choice.preview(plan.resting);
  expect(choice.previewing).toBe("house han-1 green");
  expect(asked()).toHaveLength(2);
});

test("who goes to another place drops the question", () => {
  plan.touchPlace("house", "han-1");
  plan.goTo("house", "han-1");
  expect(asked()).toHaveLength(2);
  choice.preview("house shu-1 green");
  plan.goTo("house", "shu-1");
  expect(plan.resting).toBeNull();
  choice.preview("house han-1 green");
  expect(asked()).toEqual([]);
  expect(plan.isEmpty).toBe(true);
});

test("a card that is picked up pays for what is looked at, or nothing is looked at any more", () => {
  choice.preview("house han-1 green");
  plan.touchCard(1);
  expect(choice.previewing).toBeNull(); // one red card does not pay for it
  choice.preview("house han-1 green");
  plan.touchCard(2);
  expect(plan.picked).toEqual([1, 2]);
  expect(choice.previewing).toBe("house han-1 red red");
  plan.touchCard(2);
  plan.touchCard(1);
  choice.preview("house han-1 green");
  plan.touchCard(0);
  plan.touchCard(0); // put back: the cheapest again
  expect(choice.previewing).toBe("house han-1 green");
});

test.each([
  ["exchanges a card", () => plan.exchange()],
  ["takes up a fortification", () => plan.fortify()],
  ["puts everything back", () => plan.drop()],
])("who %s looks at no house any more", (_, act) => {
  choice.preview("house han-1 green");
  act();
  expect(choice.previewing).toBeNull();
});
