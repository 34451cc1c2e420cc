import { expect, test } from "vitest";
import { capitalised, holdTogether, percent, signed, unbroken } from "./typeset";

test("French signs do not begin a line alone", () => {
  expect(holdTogether("Où ? « Ici » ; là : voilà !")).toBe(
    "Où\u00a0? «\u00a0Ici\u00a0»\u00a0; là\u00a0: voilà\u00a0!",
  );
  expect(holdTogether("No, thanks.")).toBe("No, thanks.");
});

test("lines that were broken by hand are one, with a space only where the script has spaces", () => {
  expect(unbroken("a tile\n  and another")).toBe("a tile and another");
  expect(unbroken("一张牌，\n  再一张")).toBe("一张牌，再一张");
  expect(unbroken("第一\nA")).toBe("第一A");
});

test("words begin a line with a capital, and the rest stays", () => {
  expect(capitalised("great Wall")).toBe("Great Wall");
  expect(capitalised("")).toBe("");
});

test.each([
  [0, 0],
  [0.004, 0],
  [0.005, 1],
  [0.335, 34],
  [1, 100],
])("a share of %d is %d per cent", (share, shown) => {
  expect(percent(share)).toBe(shown);
});

test.each([
  [0.84, "+0.8"],
  [-1.25, "\u22121.3"],
  [0.04, "±0.0"],
  [-0.04, "±0.0"],
])("a change of %d is %s", (change, shown) => {
  expect(signed(change, 1)).toBe(shown);
});
