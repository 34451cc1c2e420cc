import { afterEach, expect, test } from "vitest";
import english from "../made/en.json";
import french from "../made/fr.json";
import { say, sayMessage, speak } from "./say";

afterEach(() => speak("en", english));

const puzzles = (count: number) => say("browser.puzzle.solved", { puzzles: count });

test("nothing is one in French", () => {
  speak("fr", french);
  const [none, one, two] = [0, 1, 2].map((count) => puzzles(count).replace(/\d+/, "#"));
  expect(none).toBe(one);
  expect(two).not.toBe(one);
});

test("in English nothing is more than one", () => {
  const [none, one, two] = [0, 1, 2].map((count) => puzzles(count).replace(/\d+/, "#"));
  expect(none).toBe(two);
  expect(one).not.toBe(two);
});

test("a message that this client does not know is said in the words of the server", () => {
  expect(sayMessage({ key: "no.such.key", values: {}, text: "What the server says" })).toBe(
    "What the server says",
  );
});
