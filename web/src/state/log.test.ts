import { describe, expect, test } from "vitest";
import { say } from "../i18n/say";
import type { Entry, Happening } from "../net/contract";
import { lineOf, paid, seatOf, tableOf } from "../test-support/samples";
import { turnsOf } from "./log";

const TABLE = tableOf({ seats: [seatOf(1, { name: "Li" }), seatOf(2, { name: "Bo" })] });

const move = (sequence: number, seat: number, text: string, more: Partial<Entry> = {}): Entry => ({
  kind: "move",
  lines: [lineOf(text, { values: { seat } })],
  move: text,
  seat,
  sequence,
  ...more,
});
const happened = (number: number, more: Partial<Happening>): Happening => ({
  kind: "moved",
  moment: 0,
  number,
  ...more,
});
const moved = (...entries: Entry[]) => [happened(1, { entries })];

/** By turns: whose it is, and its sentences. */
const told = (happenings: Happening[], ledger: Parameters<typeof turnsOf>[2] = []) =>
  turnsOf(happenings, TABLE, ledger).map(({ seat, lines }) => [seat, ...lines.map(({ text }) => text)]);

describe("the log", () => {
  test("tells what happened turn by turn", () => {
    const happenings = moved(move(1, 1, "a"), move(2, 1, "b"), move(3, 2, "c"), move(4, 1, "d"));
    expect(told(happenings)).toEqual([
      [1, "a", "b"],
      [2, "c"],
      [1, "d"],
    ]);
  });

  test("forgets what was taken back, with all that it forced", () => {
    const happenings = moved(
      move(1, 1, "a"),
      move(2, 1, "b"),
      move(3, 1, "forced", { forced: true }),
      move(4, 1, "", { kind: "undo", lines: [], move: null }),
      move(5, 1, "c"),
    );
    expect(told(happenings)).toEqual([[1, "a", "c"]]);
  });

  test("notes who left, who ran out of time, who took a hint, and the beginning", () => {
    const happenings = [
      happened(1, { kind: "started" }),
      happened(2, { kind: "left", seat: 1 }),
      happened(3, { kind: "left", seat: 2, late: true }),
      happened(4, { kind: "hinted", seat: 1 }),
      happened(5, { kind: "talked", text: "Hello" }),
    ];
    expect(told(happenings)).toEqual([
      [
        null,
        say("browser.log.started"),
        say("browser.log.left", { name: "Li" }),
        say("browser.log.late", { name: "Bo" }),
        say("browser.log.hinted", { name: "Li" }),
      ],
    ]);
  });

  test("finds what each line was paid for, in the order in which it happened", () => {
    const parsed = { kind: "privilege", size: "small" } as const;
    const pays = (sequence: number, seat: number, amount: number) =>
      move(sequence, 1, "pay", { lines: [lineOf("pay", { values: { seat, amount } })], parsed });
    const ledger = [
      paid(1, 3, { where: "first" }),
      paid(2, 3, { where: "other" }),
      paid(1, 3, { where: "second" }),
    ];
    const [turn] = turnsOf(moved(pays(1, 1, 3), pays(2, 2, 3), pays(3, 1, 3), pays(4, 1, 9)), TABLE, ledger);
    expect(turn?.lines.map(({ paid }) => paid?.where)).toEqual(["first", "other", "second", undefined]);
    expect(turn?.lines.map(({ about }) => about)).toEqual([1, 2, 1, null]);
    expect(turn?.lines[1]?.places).toEqual([{ seat: 2, where: "other" }]);
    expect(turn?.lines[3]?.places).toEqual([{ seat: 1, move: parsed }]);
  });
});
