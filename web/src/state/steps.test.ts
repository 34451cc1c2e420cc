import { describe, expect, test } from "vitest";
import { say, type Key } from "../i18n/say";
import type { Entry, Happening, Scored } from "../net/contract";
import { realGames, tableOfGame, type RealGame } from "../test-support/games";
import { lineOf, paid, seatOf, tableOf, viewOf } from "../test-support/samples";
import { tellAll } from "./log";
import { deedsSince, growthOf, partsOf, stepsOf, unpaid } from "./steps";

const TABLE = tableOf({ seats: [1, 2, 3].map((seat) => seatOf(seat)), players: 3 });
const GAMES = realGames();

const move = (sequence: number, seat: number, more: Partial<Entry> = {}): Entry => ({
  kind: "move",
  lines: [lineOf(`move ${sequence}`, { values: { seat } })],
  move: `move ${sequence}`,
  parsed: { kind: "privilege", size: "small" },
  seat,
  sequence,
  ...more,
});
const happened = (...entries: Entry[]): Happening[] => [{ kind: "moved", moment: 0, number: 1, entries }];
const toldOf = (...entries: Entry[]) => tellAll(happened(...entries), TABLE, []);

/** The log in pieces of so many entries, each with the part of the ledger that it paid. */
function piecesOf({ entries, counts, ledger }: RealGame, size: number): [Entry[], Scored[]][] {
  const starts = entries.map((_, index) => index).filter((index) => index % size === 0);
  return starts.map((start) => {
    const end = Math.min(start + size, entries.length);
    return [entries.slice(start, end), ledger.slice(counts[start - 1] ?? 0, counts[end - 1])];
  });
}

describe("the steps of real games", () => {
  test("are of all three titles", () => {
    expect(new Set(GAMES.map(({ game }) => game)).size).toBe(3);
  });

  describe.each(GAMES.map((game) => [game.name, game] as const))("%s", (_, game) => {
    const table = tableOfGame(game);

    test("each entry of the ledger is in one step, which a line of the log tells and which names its source", () => {
      for (const [entries, ledger] of piecesOf(game, 1)) {
        const steps = stepsOf(entries, ledger, table);
        expect(new Set(steps.flatMap(({ paid }) => paid ?? []))).toEqual(new Set(ledger));
        expect(steps.filter(({ paid }) => paid)).toHaveLength(ledger.length);
        expect(steps).toHaveLength(entries.flatMap(({ lines }) => lines).length); // nothing that no line tells
        for (const { paid, kind, source } of steps) {
          expect(kind === "pay").toBe(paid !== null);
          expect(source).toBe(paid ? say(`${game.game}.source.${paid.source}` as Key) : "");
        }
      }
    });

    test.each([7, 40, 10_000])("the sum of the steps of %d moves at once is that of the ledger", (size) => {
      const scores = game.scores.map(() => 0);
      for (const [entries, ledger] of piecesOf(game, size)) {
        const steps = stepsOf(entries, ledger, table);
        expect(new Set(steps.flatMap(({ paid }) => paid ?? []))).toEqual(new Set(ledger));
        expect(steps.filter(({ paid }) => paid)).toHaveLength(ledger.length);
        for (const { paid } of steps) if (paid) scores[paid.seat - 1]! += paid.amount;
      }
      expect(scores).toEqual(game.scores);
    });

    test("the log finds for each line what it was paid", () => {
      const told = tellAll(
        [{ kind: "moved", moment: 0, number: 1, entries: game.entries }],
        table,
        game.ledger,
      );
      for (const [index, { lines }] of told.entries()) {
        const ledger = game.ledger.slice(game.counts[index - 1] ?? 0, game.counts[index]);
        expect(lines.flatMap(({ paid }) => paid ?? [])).toEqual(ledger);
      }
    });
  });
});

describe("steps", () => {
  const pays = (sequence: number, ...amounts: [number, number][]) =>
    move(sequence, 1, {
      lines: [
        lineOf("builds", { values: { seat: 1 } }),
        ...amounts.map(([seat, amount]) => lineOf(`pays ${amount}`, { values: { seat, amount } })),
      ],
    });
  const shortOf = (entries: Entry[], ledger: Scored[]) =>
    stepsOf(entries, ledger, TABLE).map(({ kind, seat, text }) => [kind, seat, text]);

  test("are a move and what followed from it, with those whom it is about", () => {
    const ledger = [paid(2, 3), paid(1, 1)];
    expect(shortOf([pays(1, [2, 3], [1, 1])], ledger)).toEqual([
      ["move", 1, "builds"],
      ["pay", 2, "pays 3"],
      ["pay", 1, "pays 1"],
    ]);
  });

  test("show where a move was made, and where it was paid for", () => {
    const [made, paidFor] = stepsOf([pays(1, [2, 3])], [paid(2, 3, { where: "lu" })], TABLE);
    expect(made?.places).toEqual([{ seat: 1, move: { kind: "privilege", size: "small" } }]);
    expect(paidFor?.places).toEqual([{ seat: 2, where: "lu" }]);
  });

  test("tell what no line tells of, in the order of the ledger", () => {
    const ledger = [paid(3, 9), paid(2, 3), paid(3, 2)];
    expect(shortOf([pays(1, [2, 3])], ledger)).toEqual([
      ["move", 1, "builds"],
      ["pay", 3, "Person 3 gets 9 for houses."],
      ["pay", 2, "pays 3"],
      ["pay", 3, "Person 3 gets 2 for houses."],
    ]);
    expect(shortOf([], [paid(3, 9)])).toEqual([["pay", 3, "Person 3 gets 9 for houses."]]);
  });

  test("pay one source after the other, where no place is named", () => {
    const of = (seat: number, source: string, where = "") => paid(seat, 1, { source, where });
    const inOrder = (...ledger: Scored[]) =>
      stepsOf([], ledger, TABLE).map(({ paid }) => `${paid!.source} ${paid!.seat}`);
    expect(inOrder(of(1, "palaces"), of(1, "monks"), of(2, "palaces"), of(3, "monks"))).toEqual([
      "palaces 1",
      "palaces 2",
      "monks 1",
      "monks 3",
    ]);
    expect(inOrder(of(1, "houses", "lu"), of(1, "roads", "lu"), of(2, "houses", "lu"))).toEqual([
      "houses 1",
      "roads 1",
      "houses 2",
    ]);
  });

  test("are none where another's move only waits to be confirmed", () => {
    expect(stepsOf([move(1, 2, { lines: [], pending: true })], [], TABLE)).toEqual([]);
  });
});

describe("a ledger", () => {
  test("has grown by what a later view has more", () => {
    expect(growthOf([paid(1, 2)], [paid(1, 2), paid(2, 3)])).toEqual([paid(2, 3)]);
    expect(growthOf([], [])).toEqual([]);
  });

  test("has not grown where something was taken back, even if as much was paid again", () => {
    expect(growthOf([paid(1, 2)], [])).toBeNull();
    expect(growthOf([paid(1, 2)], [paid(1, 4), paid(2, 3)])).toBeNull();
  });

  test("is as it was before the last payments, and so are the scores", () => {
    const view = viewOf({ scores: [5, 3], ledger: [paid(1, 2), paid(2, 3), paid(1, 3)] });
    expect(unpaid(view, view.ledger.slice(1))).toMatchObject({ scores: [2, 0], ledger: [paid(1, 2)] });
    expect(unpaid(view, [])).toBe(view);
  });
});

describe("deeds since my last decision", () => {
  const deedsOf = (...entries: Entry[]) => deedsSince(toldOf(...entries), 1);
  const inShort = (...entries: Entry[]) =>
    deedsOf(...entries).map(({ number, seat, text }) => [number, seat, text]);

  test("a deed tells what it paid, by seat", () => {
    const lines = [paid(2, 4), paid(3, 2), paid(2, 1)];
    const entry = move(1, 2, {
      lines: lines.map(({ seat, amount }) => lineOf("", { values: { seat, amount } })),
    });
    const [deed] = deedsSince(tellAll(happened(entry), TABLE, lines), 1);
    expect(deed?.gains).toEqual([
      { seat: 2, amount: 5 },
      { seat: 3, amount: 2 },
    ]);
    expect(deedsOf(move(1, 2))[0]?.gains).toEqual([]);
  });

  test("a step has the line that tells it, and the parts of the sum that it tells", () => {
    const line = lineOf("", { values: { sums: [lineOf(""), lineOf("")] } });
    const [step, plain] = stepsOf([move(1, 2, { lines: [line, lineOf("")] })], [], TABLE);
    expect([step?.line, partsOf(step!), partsOf(plain!)]).toEqual([line, 2, 0]);
  });

  test("are the turns of the others, numbered", () => {
    expect(inShort(move(1, 2), move(2, 1), move(3, 2), move(4, 2), move(5, 3))).toEqual([
      [1, 2, "move 3 move 4"],
      [2, 3, "move 5"],
    ]);
  });

  test("are all of them before I decided anything, and none after I did", () => {
    expect(inShort(move(1, 2))).toEqual([[1, 2, "move 1"]]);
    expect(inShort(move(1, 2), move(2, 1))).toEqual([]);
  });

  test("stay while I am forced, and while my move waits to be confirmed", () => {
    const others = move(1, 2);
    expect(inShort(others, move(2, 1, { forced: true }))).toHaveLength(1);
    expect(inShort(others, move(2, 1, { pending: true, lines: [] }))).toHaveLength(1);
    const confirmed = move(3, 1, { kind: "confirm" });
    expect(inShort(others, move(2, 1, { pending: true, lines: [] }), confirmed)).toEqual([]);
  });

  test("come back when I take my move back, and go when theirs are taken back", () => {
    const undo = (sequence: number, seat: number) =>
      move(sequence, seat, { kind: "undo", lines: [], move: null });
    expect(inShort(move(1, 2), move(2, 1), undo(3, 1))).toEqual([[1, 2, "move 1"]]);
    expect(inShort(move(1, 2), undo(2, 2))).toEqual([]);
  });

  test("know the places of all moves of a turn, and of what they paid", () => {
    const pays = move(2, 2, { lines: [lineOf("pays", { values: { seat: 3, amount: 4 } })] });
    const told = tellAll(happened(move(1, 2), pays), TABLE, [paid(3, 4, { where: "lu" })]);
    const made = { seat: 2, move: { kind: "privilege", size: "small" } };
    expect(deedsSince(told, 1)).toMatchObject([{ places: [made, made, { seat: 3, where: "lu" }] }]);
  });
});
