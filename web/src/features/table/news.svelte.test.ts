import { beforeEach, expect, test } from "vitest";
import { say } from "../../i18n/say";
import type { Entry, Happening } from "../../net/contract";
import { lineOf, seatOf, tableOf } from "../../test-support/samples";
import { News } from "./news.svelte";

const TABLE = tableOf({ seats: [seatOf(1, { name: "Li" }), seatOf(2, { name: "Bo" })] });
const ME = "person-1";

let happenings: Happening[];
let news: News;

const happen = (more: Partial<Happening>): void => {
  happenings = [...happenings, { kind: "moved", moment: 0, number: happenings.length + 1, ...more }];
};
const move = (seat: number, ...texts: string[]): Entry => ({
  kind: "move",
  lines: texts.map((text) => lineOf(text, { values: { seat } })),
  move: "a move",
  seat,
  sequence: 1,
});
const told = (): string[] => {
  news.tell(happenings, TABLE, ME);
  return news.told.map(({ text }) => text);
};

beforeEach(() => {
  happenings = [];
  news = new News(2);
  happen({ kind: "started" });
  happen({ entries: [move(1, "long ago")] });
});

test("what happened before the table was opened is not told, also where the log comes later", () => {
  const log = happenings;
  happenings = [];
  expect(told()).toEqual([]);
  happenings = log;
  expect(told()).toEqual([]);
});

test("moves of others and what follows from them are told, once each, in their order", () => {
  told();
  happen({ entries: [move(2, "Bo builds", "Bo scores"), move(2, "Bo is done")] });
  expect(told()).toEqual(["Bo builds", "Bo scores", "Bo is done"]);
  happen({ entries: [move(1, "Li builds")] });
  expect(told()).toEqual(["Bo builds", "Bo scores", "Bo is done", "Li builds"]);
  expect(new Set(news.told.map(({ key }) => key)).size).toBe(4);
});

test("what was told and is taken back is told to be", () => {
  told();
  happen({ kind: "undone", entries: [{ ...move(2), kind: "undo" }] });
  expect(told()).toEqual([say("browser.log.undone", { name: "Bo" })]);
});

test("who leaves is told, and what others say, but not what one says oneself", () => {
  told();
  happen({ kind: "left", seat: 2 });
  happen({ kind: "talked", name: "Bo", person: "person-2", text: "Hello" });
  happen({ kind: "talked", name: "Li", person: ME, text: "Bye" });
  expect(told()).toEqual([say("browser.log.left", { name: "Bo" }), "Bo: Hello"]);
});

test("a log that is loaded anew is not told again", () => {
  told();
  const before = happenings;
  happenings = [];
  told();
  happenings = before;
  expect(told()).toEqual([]);
  happen({ entries: [move(2, "new")] });
  expect(told()).toEqual(["new"]);
});

test("the latest stay, older ones go", () => {
  told();
  for (let count = 0; count < 50; count++) happen({ entries: [move(2, `move ${count}`)] });
  expect(told()).toHaveLength(20);
  expect(told().at(-1)).toBe("move 49");
});
