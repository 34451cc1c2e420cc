import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../browser/settings.svelte";
import type { Happening, Myself, TableHere, TableState } from "../net/contract";
import { seatOf, tableOf, viewOf } from "../test-support/samples";
import { later, refusal, serve, settled, type Asked } from "../test-support/server";
import { FakeSocket, fakeSockets } from "../test-support/socket";
import { TableSession } from "./tableSession.svelte";
import { visitor } from "./visitor.svelte";

const ME: Myself = {
  id: "person-1",
  name: "Li",
  login: null,
  email: null,
  email_verified: false,
  turn_emails: true,
  webhook: null,
};

const happened = (number: number): Happening => ({ kind: "moved", moment: 0, number, seat: 1 });
const hereIs = (state: TableState, you = [1]): TableHere => ({ state, you, invite: "secret" });
const AT_FIRST = tableOf({ number: 5, sequence: 3, view: viewOf({ legal: ["a", "b"] }) });

let session: TableSession;
let asked: Asked[];

async function open(answers: Parameters<typeof serve>[0] = {}, state = AT_FIRST): Promise<void> {
  asked = serve({ "GET /tables/abc": hereIs(state), ...answers });
  session = new TableSession("abc");
  await session.open();
  asked.length = 0;
}

const socket = () => FakeSocket.all.at(-1)!;
const update = (state: TableState, ...numbers: number[]) =>
  socket().tell({ number: state.number, state, happenings: numbers.map(happened) });

beforeEach(() => {
  fakeSockets();
  visitor.me = ME;
  visitor.isKnown = true;
});

afterEach(() => {
  session.close();
  visitor.me = null;
  settings.confirms = true;
});

describe("a table that is opened", () => {
  test("shows its state, and offers its moves to the one to move", async () => {
    await open();
    expect([session.seat, session.myTurn, session.invite]).toEqual([1, true, "secret"]);
    expect(session.choice.legal).toEqual(["a", "b"]);
    expect(session.view?.names).toEqual(["Person 1", "Person 2"]);
  });

  test("follows the stream from its first event", async () => {
    await open();
    expect(socket().address).toContain("/api/tables/abc/live?since=0");
  });

  test("tells why it cannot be opened, and follows nothing", async () => {
    await open({ "GET /tables/abc": refusal(404, "There is no such table") });
    expect(session.trouble?.text).toBe("There is no such table");
    expect(FakeSocket.all).toEqual([]);
  });

  test("follows nothing where it was left before the server answered", async () => {
    serve({ "GET /tables/abc": hereIs(AT_FIRST) });
    session = new TableSession("abc");
    const opening = session.open();
    session.close();
    await opening;
    expect(FakeSocket.all).toEqual([]);
  });
});

describe("whose turn it is", () => {
  test.each<[string, Partial<TableState>, boolean]>([
    ["mine", {}, true],
    ["another's", { to_move: 2 }, false],
    ["nobody's, since the game is over", { status: "over" }, false],
    ["a program's, which plays on for me", { seats: [seatOf(1, { away: true }), seatOf(2)] }, false],
    ["not a spectator's", { eyes: null }, false],
  ])("is %s", async (_, more, isMine) => {
    await open({}, { ...AT_FIRST, ...more });
    expect(session.myTurn).toBe(isMine);
    expect(session.choice.legal).toEqual(isMine ? ["a", "b"] : []);
  });

  test("seats in which a program plays on are not those that one sits in", async () => {
    await open(
      { "GET /tables/abc": hereIs(tableOf({ seats: [seatOf(1, { away: true }), seatOf(2)] }), [1, 2]) },
      AT_FIRST,
    );
    expect(session.seated).toEqual([2]);
  });
});

describe("a move", () => {
  const MOVES = "POST /tables/abc/moves";
  const next = tableOf({ number: 6, sequence: 4, to_move: 2, view: viewOf({ to_move: 2 }) });

  test("is sent with what it answers, and waits to be confirmed if that is set", async () => {
    await open({ [MOVES]: hereIs(next) });
    session.choice.make("a");
    await settled();
    expect(asked[0]?.body).toEqual({ seat: 1, move: "a", sequence: 3, confirm: false });
    expect([session.sequence, session.myTurn, session.choice.legal]).toEqual([4, false, []]);
  });

  test("is confirmed at once where nobody wants to be asked", async () => {
    settings.confirms = false;
    await open({ [MOVES]: hereIs(next) });
    session.choice.make("a");
    await settled();
    expect(asked[0]?.body).toMatchObject({ confirm: true });
  });

  const minimal = { Prefer: "return=minimal" };

  test("gets its state over the stream, while there is one", async () => {
    await open({ [MOVES]: { number: 6 } });
    session.choice.make("a");
    await settled();
    expect(asked[0]?.headers).toMatchObject(minimal);
    expect([session.busy, session.myTurn]).toEqual([true, true]);
    update(next, 6);
    await settled();
    expect([session.busy, session.sequence, session.myTurn]).toEqual([false, 4, false]);
    expect(asked.map(({ request }) => request)).toEqual([MOVES]);
  });

  test("asks for its state where the stream breaks before it comes", async () => {
    await open({ [MOVES]: { number: 6 } });
    session.choice.make("a");
    await settled();
    asked = serve({ "GET /tables/abc": hereIs(next) });
    dispatchEvent(new Event("offline"));
    await settled();
    expect([session.busy, session.sequence]).toEqual([false, 4]);
    expect(asked.map(({ request }) => request)).toEqual(["GET /tables/abc"]);
  });

  test("is answered with its state where no stream is open", async () => {
    await open({ [MOVES]: hereIs(next) });
    dispatchEvent(new Event("offline"));
    session.choice.make("a");
    await settled();
    expect(asked[0]?.headers).not.toMatchObject(minimal);
    expect(session.sequence).toBe(4);
  });

  test("is sent once, however often it is clicked", async () => {
    const answer = later<TableHere>();
    await open({ [MOVES]: () => answer.promise });
    session.choice.make("a");
    session.choice.make("b");
    expect(session.busy).toBe(true);
    answer.resolve(hereIs(next));
    await settled();
    expect(asked.map(({ request }) => request)).toEqual([MOVES]);
    expect(session.busy).toBe(false);
  });

  test("that came too late shows why, and what is the case now", async () => {
    await open({ [MOVES]: refusal(409, "Somebody was quicker", { state: next }) });
    session.choice.make("a");
    await settled();
    expect(session.trouble?.text).toBe("Somebody was quicker");
    expect(session.sequence).toBe(4);
  });

  test("that waits to be confirmed leaves no other to choose, and its effect is asked for", async () => {
    const pending = tableOf({ number: 6, sequence: 3, view: viewOf({ pending: "a", legal: ["a", "b"] }) });
    await open({ "POST /tables/abc/preview": { ledger: [], lines: [] } }, pending);
    await settled();
    expect(session.choice.legal).toEqual([]);
    expect(session.choice.effect).not.toBeNull();
  });
});

describe("an update", () => {
  test("shows the newer state, and adds what happened", async () => {
    await open();
    update({ ...AT_FIRST, number: 6, sequence: 4, to_move: 2 }, 6);
    update({ ...AT_FIRST, number: 8, sequence: 5, view: viewOf({ legal: ["c"] }) }, 7, 8);
    expect(session.happenings.map(({ number }) => number)).toEqual([6, 7, 8]);
    expect(session.choice.legal).toEqual(["c"]);
  });

  test("tells nothing twice", async () => {
    await open();
    update(AT_FIRST, 4, 5);
    update(AT_FIRST, 5, 6);
    expect(session.happenings.map(({ number }) => number)).toEqual([4, 5, 6]);
  });

  test("that is older than what is shown is not shown", async () => {
    await open();
    update({ ...AT_FIRST, number: 4, sequence: 2, to_move: 2 });
    expect([session.state?.number, session.myTurn]).toEqual([5, true]);
  });

  test("that changes nothing about the question leaves what was begun as it was", async () => {
    await open({ "POST /tables/abc/preview": { ledger: [], lines: [] } });
    session.choice.preview("a");
    await settled();
    update({ ...AT_FIRST, number: 6 }, 6); // somebody said something
    expect(session.choice.previewing).toBe("a");
    expect(session.choice.previewed).not.toBeNull();
  });

  test("takes away the seat that a host gave to another", async () => {
    await open();
    update({ ...AT_FIRST, number: 6, seats: [seatOf(1, { person: "person-9" }), seatOf(2)] });
    expect(session.you).toEqual([]);
  });

  test("tells how far the clock of the server is ahead", async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    await open();
    update({ ...AT_FIRST, number: 6, moment: 1_000_700 });
    expect(session.ahead).toBe(700);
  });
});

describe("a spectator who sits down", () => {
  const WAITING = tableOf({ number: 2, status: "waiting", to_move: null, eyes: null, view: null });
  const SEATED = { ...WAITING, number: 3, eyes: 2 };
  const SEAT = "POST /tables/abc/seats/2";

  test("is told all anew, as that seat may know it", async () => {
    await open({ [SEAT]: hereIs(SEATED, [2]) }, WAITING);
    update(WAITING, 1, 2);
    const old = socket();
    await session.sit(2, "secret");
    expect(asked[0]?.body).toEqual({ invite: "secret" });
    expect([session.you, session.happenings]).toEqual([[2], []]);
    expect(socket()).not.toBe(old);
    expect(socket().address).toContain("since=0");
  });

  test("looks through the eyes of the seat, though the stream told a spectator of it first", async () => {
    const answer = later<TableHere>();
    await open({ [SEAT]: () => answer.promise }, WAITING);
    const sitting = session.sit(2, null);
    update({ ...SEATED, eyes: null }, 3);
    answer.resolve(hereIs(SEATED, [2]));
    await sitting;
    expect(session.seat).toBe(2);
  });
});

test("who comes back on their turn may choose again, though no move was made", async () => {
  await open({}, { ...AT_FIRST, seats: [seatOf(1, { away: true }), seatOf(2)] });
  expect(session.choice.legal).toEqual([]);
  update({ ...AT_FIRST, number: 6 }, 6);
  expect([session.myTurn, session.choice.legal]).toEqual([true, ["a", "b"]]);
});

describe("a hint", () => {
  const hint = { moves: [], seat: 1, sequence: 3 };

  test("is asked for the seat through whose eyes one looks, and shown", async () => {
    await open({ "POST /tables/abc/hint": hint });
    await session.takeHint();
    expect(asked[0]?.body).toEqual({ seat: 1, sequence: 3 });
    expect(session.hint).toEqual(hint);
    session.dropHint();
    expect(session.hint).toBeNull();
  });

  test("that comes after the move was made is not shown", async () => {
    const answer = later<object>();
    await open({ "POST /tables/abc/hint": () => answer.promise });
    const taking = session.takeHint();
    update({ ...AT_FIRST, number: 6, sequence: 4 });
    answer.resolve(hint);
    await taking;
    expect([session.hint, session.isHinting]).toEqual([null, false]);
  });

  test("that is refused after the move was made is no trouble any more", async () => {
    const answer = later<object>();
    await open({ "POST /tables/abc/hint": () => answer.promise });
    const taking = session.takeHint();
    update({ ...AT_FIRST, number: 6, sequence: 4 });
    answer.resolve(refusal(409, "Somebody was quicker"));
    await taking;
    expect(session.trouble).toBeNull();
  });

  test("that was shown goes with the next move", async () => {
    await open({ "POST /tables/abc/hint": hint });
    await session.takeHint();
    update({ ...AT_FIRST, number: 6, sequence: 4 });
    expect(session.hint).toBeNull();
  });

  test("is asked for once at a time, and its trouble is told", async () => {
    await open({ "POST /tables/abc/hint": refusal(429, "No more hints") });
    await Promise.all([session.takeHint(), session.takeHint()]);
    expect(asked).toHaveLength(1);
    expect(session.trouble?.text).toBe("No more hints");
  });
});

test("where the server refuses the stream, it asks who one is, and tells all anew from the beginning", async () => {
  await open({ "GET /visitor": { me: null, sends_email: false } });
  socket().open();
  update(AT_FIRST, 4, 5);
  const old = socket();
  old.tell({ status: 401, key: "k", values: {}, text: "You are logged out" });
  await settled();
  expect([session.you, session.happenings]).toEqual([[], []]);
  expect(socket()).not.toBe(old);
  expect(socket().address).toContain("since=0");
});

test("words are said while a move is on its way, and kept by the form where they were not said", async () => {
  const answer = later<TableHere>();
  await open({ "POST /tables/abc/moves": () => answer.promise, "POST /tables/abc/talk": hereIs(AT_FIRST) });
  session.choice.make("a");
  expect(await session.talk("Hello")).toBe(true);
  expect(asked.at(-1)?.body).toEqual({ text: "Hello" });
  serve({ "POST /tables/abc/talk": refusal(400, "Too long") });
  expect(await session.talk("Hello")).toBe(false);
  expect(session.trouble?.text).toBe("Too long");
});
