import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../browser/settings.svelte";
import type { Entry, Happening, Scored, TableState, View } from "../net/contract";
import { realGames, tableOfGame } from "../test-support/games";
import { lineOf, paid, seatOf, tableOf, viewOf } from "../test-support/samples";
import { serve } from "../test-support/server";
import { FakeSocket, fakeSockets } from "../test-support/socket";
import { Playback } from "./playback.svelte";
import { TableSession } from "./tableSession.svelte";
import { visitor } from "./visitor.svelte";

const SEATS = [1, 2, 3].map((seat) => seatOf(seat));

let session: TableSession;
let playback: Playback;
/** What the server knows. */
let happenings: Happening[];
let state: TableState;

/** A later state: somebody moved, and was paid. */
function later(entries: Entry[], fresh: Scored[], more: Partial<TableState> = {}): TableState {
  const ledger = [...state.view!.ledger, ...fresh];
  const scores = state.view!.scores.map(
    (score, index) =>
      score + fresh.filter(({ seat }) => seat === index + 1).reduce((sum, { amount }) => sum + amount, 0),
  );
  const sequence = state.sequence + entries.length;
  const view = viewOf({ ...state.view, ledger, scores, sequence, ...more.view });
  return { ...state, number: state.number + 1, sequence, ...more, view };
}

/** A move with a line for itself and one for each payment. */
const moveBy = (seat: number, fresh: Scored[] = [], more: Partial<Entry> = {}): Entry => ({
  kind: "move",
  lines: [
    lineOf(`Person ${seat} moves`, { values: { seat } }),
    ...fresh.map(({ seat, amount }) => lineOf(`${amount} for ${seat}`, { values: { seat, amount } })),
  ],
  move: "a move",
  parsed: { kind: "privilege", size: "small" },
  seat,
  sequence: state.sequence + 1,
  ...more,
});

function tell(next: TableState, ...entries: Entry[]): void {
  const happening: Happening = { kind: "moved", moment: 0, number: next.number, entries };
  [state, happenings] = [next, [...happenings, happening]];
  FakeSocket.all.at(-1)!.tell({ number: next.number, state: next, happenings: [happening] });
}

/** Somebody moves; with what it pays. */
function moves(seat: number, fresh: Scored[] = [], more: Partial<TableState> = {}): void {
  const entry = moveBy(seat, fresh);
  tell(later([entry], fresh, more), entry);
}

async function open(you = [1], more: Partial<TableState> = {}): Promise<void> {
  const first = { seats: SEATS, players: 3, sequence: 1, number: 1, to_move: 2, ...more };
  state = tableOf({ ...first, view: viewOf({ players: 3, scores: [0, 0, 0], sequence: 1, to_move: 2 }) });
  happenings = [];
  serve({ "GET /tables/abc": { state, you, invite: null } });
  session = new TableSession("abc");
  await session.open();
  FakeSocket.all.at(-1)!.open();
  playback = new Playback(session);
}

/** All that is shown until nothing is played any more: the text of each step, and totals as they change. */
function watch(): string[] {
  const seen: string[] = [];
  let last = "";
  while (playback.isPlaying) {
    const shown = `${playback.step!.text} | ${playback.view!.scores.join(" ")}`;
    if (shown !== last) seen.push(shown);
    last = shown;
    vi.advanceTimersToNextTimer();
  }
  return seen;
}

beforeEach(() => {
  fakeSockets();
  vi.useFakeTimers();
  Object.assign(visitor, { me: { id: "person-1" }, isKnown: true });
});

afterEach(() => {
  playback.close();
  session.close();
  visitor.me = null;
  settings.speed = "normal";
});

describe("what happens", () => {
  test("is played step by step, and each total changes after the step that tells why", async () => {
    await open();
    moves(2, [paid(2, 3), paid(1, 4)]);
    expect([playback.isPlaying, playback.table!.sequence]).toEqual([true, 2]);
    expect(watch()).toEqual([
      "Person 2 moves | 0 0 0",
      "3 for 2 | 0 0 0",
      "3 for 2 | 0 3 0",
      "4 for 1 | 0 3 0",
      "4 for 1 | 4 3 0",
    ]);
    expect(playback.view!.scores).toEqual([4, 3, 0]);
  });

  test("waits for what is played before", async () => {
    await open();
    moves(2, [paid(2, 3)]);
    moves(3);
    expect(playback.view!.sequence).toBe(2);
    expect(watch().map((shown) => shown.split(" |")[0])).toEqual([
      "Person 2 moves",
      "3 for 2",
      "3 for 2",
      "Person 3 moves",
    ]);
    expect(playback.view!.sequence).toBe(3);
  });

  test("is shown at once when it is skipped, and nothing can be chosen before", async () => {
    await open();
    const mine = { to_move: 1, view: viewOf({ legal: ["a"], to_move: 1 }) };
    moves(2, [paid(2, 3)], { ...mine, view: viewOf({ ...state.view, legal: ["a"], to_move: 1 }) });
    expect([playback.view!.legal, playback.table!.to_move]).toEqual([[], 2]);
    playback.skip();
    expect([playback.isPlaying, playback.view!.legal, playback.view!.to_move]).toEqual([false, ["a"], 1]);
    vi.runOnlyPendingTimers();
    expect(playback.isPlaying).toBe(false);
  });

  test("can be played again from the first step", async () => {
    await open();
    moves(2, [paid(2, 3)]);
    const all = [playback.step!.text];
    vi.advanceTimersToNextTimer();
    vi.advanceTimersToNextTimer();
    expect(playback.view!.scores).toEqual([0, 3, 0]);
    playback.again();
    expect([[playback.step!.text], playback.view!.scores]).toEqual([all, [0, 0, 0]]);
  });

  test("ends the game only after the last step", async () => {
    await open();
    moves(2, [paid(2, 3)], { status: "over" });
    expect([playback.table!.status, playback.view!.over]).toEqual(["playing", false]);
    watch();
    expect(playback.table!.status).toBe("over");
  });

  test("is shown at once where so much comes that it would never end", async () => {
    await open();
    for (let count = 0; count < 50; count++) moves(2 + (count % 2), [paid(2, 1)]);
    expect(watch().length).toBeLessThan(50);
    expect(playback.view!.scores).toEqual([0, 50, 0]);
  });

  test.each(["off", "hidden"])("is shown at once where nobody looks: %s", async (why) => {
    await open();
    if (why === "off") settings.speed = "off";
    else vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    moves(2, [paid(2, 3)]);
    expect([playback.isPlaying, playback.view!.scores]).toEqual([false, [0, 3, 0]]);
    expect(playback.since).toHaveLength(1);
    vi.restoreAllMocks();
  });

  test("is shown at once where the connection was lost meanwhile, and marked", async () => {
    await open();
    FakeSocket.all.at(-1)!.onclose?.();
    await vi.advanceTimersByTimeAsync(60_000);
    FakeSocket.all.at(-1)!.open();
    moves(2, [paid(2, 3)]);
    expect([playback.isPlaying, playback.view!.scores]).toEqual([false, [0, 3, 0]]);
    expect(playback.since).toHaveLength(1);
    moves(3);
    expect(playback.isPlaying).toBe(true);
  });

  test("is shown at once where something is taken back", async () => {
    await open();
    moves(2, [paid(2, 3)]);
    const undo = moveBy(2, [], { kind: "undo", lines: [], move: null });
    const back = later([undo], []);
    back.view = viewOf({ ...back.view, ledger: [], scores: [0, 0, 0] });
    tell(back, undo);
    expect([playback.isPlaying, playback.view!.scores, playback.since]).toEqual([false, [0, 0, 0], []]);
  });
});

describe("my own moves", () => {
  test("are not told to me, but what they pay is", async () => {
    await open([1], { to_move: 1 });
    moves(1, [paid(1, 2)]);
    expect(watch()).toEqual(["2 for 1 | 0 0 0", "2 for 1 | 2 0 0"]);
    moves(1);
    expect(playback.isPlaying).toBe(false);
  });

  test("show the next one's hand at a shared screen only when all was played", async () => {
    await open([1, 2], { to_move: 2, eyes: 2 });
    const hand = (seat: number) => ({
      eyes: seat,
      view: viewOf({ ...state.view, seat, own: { hand: [`${seat}`] } } as Partial<View>),
    });
    Object.assign(state, hand(2));
    moves(2);
    playback.skip();
    moves(2, [paid(2, 1)], hand(1));
    expect([playback.table!.eyes, playback.view!.seat, playback.view!.own]).toEqual([2, 2, { hand: ["2"] }]);
    expect(watch().at(0)).toContain("Person 2 moves"); // before the screen is passed on
    expect([playback.table!.eyes, playback.view!.own]).toEqual([1, { hand: ["1"] }]);
  });
});

describe("since my last decision", () => {
  const marked = () => playback.since.map(({ number, seat }) => [number, seat]);

  test("what others do is marked as it is shown, until I act", async () => {
    await open();
    moves(2);
    moves(3, [], { to_move: 1 });
    expect(marked()).toEqual([[1, 2]]);
    playback.skip();
    expect(marked()).toEqual([
      [1, 2],
      [2, 3],
    ]);
    moves(1);
    expect(marked()).toEqual([]);
  });

  test("it can be replayed, with the board as it was", async () => {
    await open();
    moves(1, [paid(1, 1)]);
    moves(2, [paid(2, 3)]);
    moves(3);
    playback.skip();
    playback.replay();
    expect([playback.leaps, playback.view!.sequence, marked()]).toEqual([true, 3, [[1, 2]]]);
    expect(watch()).toEqual([
      "Person 2 moves | 1 0 0",
      "3 for 2 | 1 0 0",
      "3 for 2 | 1 3 0",
      "Person 3 moves | 1 3 0",
    ]);
    expect(playback.view!.sequence).toBe(4);
  });

  test("it can be replayed where playing is turned off, and skipped", async () => {
    settings.speed = "off";
    await open();
    moves(2, [paid(2, 3)]);
    playback.replay();
    expect(playback.view!.scores).toEqual([0, 0, 0]);
    playback.skip();
    expect(playback.view!.scores).toEqual([0, 3, 0]);
  });

  test("it is known from the log after the page was loaded again", async () => {
    await open();
    moves(2, [paid(2, 3)]);
    moves(3, [paid(3, 1)]);
    const [told, now] = [happenings, state];
    playback.close();
    session.close();
    serve({ "GET /tables/abc": { state: now, you: [1], invite: null } });
    session = new TableSession("abc");
    await session.open();
    playback = new Playback(session);
    FakeSocket.all.at(-1)!.open();
    FakeSocket.all.at(-1)!.tell({ number: now.number, state: now, happenings: told });
    expect(playback.isPlaying).toBe(false); // it was there before
    expect(playback.since).toHaveLength(2);
    playback.replay();
    expect(watch().at(0)).toBe("Person 2 moves | 0 0 0");
    expect(playback.view!.scores).toEqual([0, 3, 1]);
  });

  test("there is nothing to replay where nothing happened", async () => {
    await open();
    playback.replay();
    expect(playback.isPlaying).toBe(false);
  });
});

describe("real games", () => {
  const games = realGames().filter(({ name }) => /3-three-four$|3-gardens|3-eclipse/.test(name));

  test.each(games.map((game) => [game.name, game] as const))(
    "%s: no total changes before a step tells of it",
    async (_, game) => {
      await open([], { ...tableOfGame(game), eyes: null });
      let scores: number[] = state.view!.scores;
      let told: Scored | null = null;
      for (const [index, entry] of game.entries.entries()) {
        const fresh = game.ledger.slice(game.counts[index - 1] ?? 0, game.counts[index]);
        const now = { ...entry, sequence: state.sequence + 1 };
        tell(later([now], fresh), now);
        do {
          const shown = playback.view!.scores;
          for (const [at, score] of shown.entries())
            if (score !== scores[at])
              expect(told).toMatchObject({ seat: at + 1, amount: score - scores[at]! });
          scores = shown;
          told = playback.step?.paid ?? null;
          vi.advanceTimersToNextTimer();
        } while (playback.isPlaying);
      }
      expect(playback.view!.scores).toEqual(game.scores);
      expect(games).toHaveLength(3);
    },
  );
});
