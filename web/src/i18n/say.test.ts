import { afterEach, describe, expect, test } from "vitest";
import chinese from "../made/zh.json";
import english from "../made/en.json";
import french from "../made/fr.json";
import { say, sayMessage, sayOf, sayUnshown, speak, speakMore, word, type Values } from "./say";

afterEach(() => speak("en", english));

const puzzles = (count: number) => say("browser.puzzle.solved", { puzzles: count });

/** What a pattern says, as a message that the server sends. */
function fill(pattern: string, values: Values, call?: (seat: number) => string): string {
  speakMore({ "test.pattern": pattern });
  return sayMessage({ key: "test.pattern", values }, call);
}

describe("a number", () => {
  test("that is nothing is one in French", () => {
    speak("fr", french);
    const [none, one, two] = [0, 1, 2].map((count) => puzzles(count).replace(/\d+/, "#"));
    expect(none).toBe(one);
    expect(two).not.toBe(one);
  });

  test("that is nothing is more than one in English", () => {
    const [none, one, two] = [0, 1, 2].map((count) => puzzles(count).replace(/\d+/, "#"));
    expect(none).toBe(two);
    expect(one).not.toBe(two);
  });

  test("stands before its word", () => {
    expect(fill("{n:coin|coins}", { n: 1 })).toBe("1 coin");
    expect(fill("{n:coin|coins}", { n: 3 })).toBe("3 coins");
  });
});

describe("a sentence", () => {
  test("is filled with values as they are", () => {
    expect(fill("{name} has {points}", { name: "Li", points: 12 })).toBe("Li has 12");
  });

  test("in French has no space before a sign at which a line could end", () => {
    expect(fill("« {name} » gagne !", { name: "Li" })).toBe("«\u00a0Li\u00a0» gagne\u00a0!");
  });

  test("leaves out a value that is not there", () => {
    expect(fill("[{name}]", {})).toBe("[]");
  });

  test("keeps signs that mean something elsewhere, in patterns and in values", () => {
    expect(fill("{a} $& {b}", { a: "$1", b: "{a}" })).toBe("$1 $& {a}");
  });

  test("lists things with commas and a last joint", () => {
    const list = (how: string, ...items: string[]) => fill(`{items:${how}}`, { items });
    expect(list("list")).toBe("");
    expect(list("list", "a")).toBe("a");
    expect(list("list", "a", "b")).toBe("a and b");
    expect(list("list", "a", "b", "c")).toBe("a, b and c");
    expect(list("or", "a", "b", "c")).toBe("a, b or c");
  });

  test("lists in Chinese as Chinese does", () => {
    speak("zh", chinese);
    expect(fill("{items:list}", { items: ["a", "b", "c"] })).toBe("a、b和c");
  });

  test("calls seats by their colours, or as it is told to", () => {
    const call = (seat: number) => `Person ${seat}`;
    expect(fill("{seat:seat}", { seat: 2 })).toBe(english["seat.2"]);
    expect(fill("{seat:seat}", { seat: 2 }, call)).toBe("Person 2");
    expect(fill("{seat:colour}", { seat: 2 }, call)).toBe(english["seat.2"].toLowerCase());
    expect(fill("{seats:seats}", { seats: [1, 2, 3] }, call)).toBe("Person 1, Person 2 and Person 3");
  });

  test("says messages that stand in it, with seats called the same", () => {
    speakMore({ "test.inner": "{seat:seat}'s house" });
    const inner = { key: "test.inner", values: { seat: 1 } };
    const call = () => "Li";
    expect(fill("{what} falls", { what: inner }, call)).toBe("Li's house falls");
    expect(fill("{what:list} fall", { what: [inner, "the tower"] }, call)).toBe(
      "Li's house and the tower fall",
    );
  });
});

describe("a message", () => {
  test("that this client does not know is said in the words of the server", () => {
    const message = { key: "no.such.key", values: {} };
    expect(sayMessage({ ...message, text: "What the server says" })).toBe("What the server says");
    expect(sayMessage(message)).toBe("no.such.key");
  });

  test("is shorter beside a board, and what it leaves out is there for those who do not see it", () => {
    speakMore({
      "test.paid": "{seat:seat} pays in {region}, {space}",
      "shown.test.paid": "{seat:seat} pays",
    });
    const message = { key: "test.paid", values: { seat: 1, region: "Wei", space: "wei-2" } };
    expect(sayMessage(message)).toBe(`${english["seat.1"]} pays`);
    expect(sayUnshown(message)).toBe("Wei wei-2");
  });

  test("that is not shorter beside a board leaves nothing out", () => {
    speakMore({ "test.whole": "In {region}" });
    expect(sayUnshown({ key: "test.whole", values: { region: "Wei" } })).toBe("");
  });
});

test("ids that have no words of their own stay as they are", () => {
  expect(word("no-such-word")).toBe("no-such-word");
  expect(sayOf("no.such.key", "fallback")).toBe("fallback");
  expect(sayOf("browser.level.adept", "fallback")).toBe(english["browser.level.adept"]);
});

test("the page tells its language, for screen readers", () => {
  speak("fr", french);
  expect(document.documentElement.lang).toBe("fr");
});
