import { expect, test } from "vitest";
import { cut } from "./find.svelte";

test("a text is cut where the words stand, whatever their case", () => {
  expect(cut("A House is a house.", " house ")).toEqual(["A ", "House", " is a ", "house", "."]);
});

test("signs are looked for as they are, and a single letter is not", () => {
  expect(cut("2 (3) 4", "(3)")).toEqual(["2 ", "(3)", " 4"]);
  expect(cut("a.b axb", "a.b")).toEqual(["", "a.b", " axb"]);
  expect(cut("a house", "a")).toEqual(["a house"]);
});
