import { beforeEach, expect, test, vi } from "vitest";
import type { Line, Previewed } from "../../../net/contract";
import { Choice } from "../../../state/choice.svelte";
import { finish, notePlaced } from "./finishing";

let sent: string[];
let choice: Choice;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  choice = new Choice({
    preview: () => new Promise<Previewed>(() => {}),
    explainRefusal: () => Promise.resolve(null),
    send: (move): Promise<Line | null> => (sent.push(move), Promise.resolve(null)),
  });
});

function ask(...legal: string[]): (() => void) | undefined {
  choice.begin(legal);
  const stop = finish(choice);
  vi.runAllTimers();
  return stop;
}

test("after a piece, done is said where nothing else is possible", () => {
  notePlaced(choice);
  ask();
  ask("done");
  expect(sent).toEqual(["done"]);
});

test.each([
  ["another piece is possible", ["house han-1 green", "done"]],
  ["cards are drawn", ["take red", "draw"]],
])("nothing is said where %s, also not later", (_, legal) => {
  notePlaced(choice);
  ask(...legal);
  ask("done");
  expect(sent).toEqual([]);
});

test("whoever takes it back is asked", () => {
  notePlaced(choice);
  ask("done");
  ask("done");
  expect(sent).toEqual(["done"]);
});

test("whoever comes to such a question is asked", () => {
  ask("done");
  expect(sent).toEqual([]);
});

test("what was asked before is no answer, however often it is told again", () => {
  choice.begin(["house han-1 green", "house han-2 green"]);
  notePlaced(choice);
  ask("house han-1 green", "house han-2 green");
  ask("done");
  expect(sent).toEqual(["done"]);
});

test("a question that is asked again begins the moment anew", () => {
  notePlaced(choice);
  choice.begin(["done"]);
  finish(choice)!();
  vi.runAllTimers();
  expect(sent).toEqual([]);
  ask("done");
  expect(sent).toEqual(["done"]);
});
