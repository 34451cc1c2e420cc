import { expect, test } from "vitest";
import { Choice } from "./choice.svelte";
import { legalMoves, moveOf } from "./moves";

const view = { legal: ["draw", "take red"], moves: [{ kind: "draw" }, { kind: "take" }] };
const never = () => Promise.reject(new Error());
const choice = new Choice({ preview: never, explainRefusal: never, send: never });

test("a move in notation is found as data, and nothing else is", () => {
  expect(moveOf(view, "take red")).toEqual({ kind: "take" });
  expect(moveOf(view, "take green")).toBeNull();
  expect(moveOf(view, null)).toBeNull();
});

test("moves are legal only while one may choose", () => {
  expect(legalMoves(view, choice)).toEqual([]);
  choice.begin(view.legal);
  expect(legalMoves(view, choice)).toEqual([
    { notation: "draw", move: { kind: "draw" } },
    { notation: "take red", move: { kind: "take" } },
  ]);
});
