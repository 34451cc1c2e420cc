import { describe, expect, test } from "vitest";
import { pluralForm } from "./plurals";

const POLISH = "one=moneta|few=monety|many=monet|other=monety";

describe("the word for a number", () => {
  test.each([
    ["en", 0, "coins"],
    ["en", 1, "coin"],
    ["en", -1, "coin"],
    ["en", 1.5, "coins"],
    ["de", 0, "coins"],
    ["nl", 1, "coin"],
    ["fr", 0, "coin"],
    ["fr", 1, "coin"],
    ["fr", 1.5, "coin"],
    ["fr", 2, "coins"],
    ["fr", 1_000_000, "coins"], // its category has no word of its own
    ["zh", 1, "coins"],
  ])("in %s for %d is %s", (language, number, word) => {
    expect(pluralForm(language, number, "coin|coins")).toBe(word);
  });

  test.each([
    [1, "moneta"],
    [3, "monety"],
    [5, "monet"],
    [13, "monet"],
    [22, "monety"],
    [1.5, "monety"],
  ])("in a language with four categories, for %d is %s", (number, word) => {
    expect(pluralForm("pl", number, POLISH)).toBe(word);
  });
});
