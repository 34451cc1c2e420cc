/** A move that somebody types: one request, whose refusal says why it cannot be made. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Myself, TableHere, TableState } from "../net/contract";
import { tableOf, viewOf } from "../test-support/samples";
import { refusal, serve } from "../test-support/server";
import { StudySession } from "./studySession.svelte";
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
const TABLE = "GET /tables/abc";
const MOVES = "POST /tables/abc/moves";
const RULE = "4.1";

const hereIs = (state: TableState): TableHere => ({ state, you: [1], invite: null });
const before = hereIs(tableOf({ number: 5, sequence: 3, view: viewOf({ legal: ["a", "b"] }) }));
const after = tableOf({ number: 6, sequence: 4, to_move: 2, view: viewOf({ to_move: 2 }) });

let session: TableSession;

async function open(answers: Parameters<typeof serve>[0]) {
  const asked = serve({ [TABLE]: before, ...answers });
  session = new TableSession("abc");
  await session.open();
  asked.length = 0;
  return asked;
}

beforeEach(() => {
  vi.stubGlobal(
    "WebSocket",
    class extends EventTarget {
      close(): void {}
    },
  );
  visitor.me = ME;
  visitor.isKnown = true;
});

afterEach(() => {
  session.close();
  visitor.me = null;
});

test("a typed move that the list does not have is sent with the only request", async () => {
  const asked = await open({ [MOVES]: hereIs(after) });
  await session.choice.type("A");
  expect(asked.map(({ request }) => request)).toEqual([MOVES]);
  expect(asked[0]?.body).toMatchObject({ seat: 1, move: "A", sequence: 3 });
  expect([session.sequence, session.choice.reason]).toEqual([4, null]);
});

test("the refusal of a typed move is its reason, with key, values and rule", async () => {
  const values = { at: "wei-2" };
  const asked = await open({ [MOVES]: refusal(422, "Taken", { key: "k", values, rule: RULE }) });
  await session.choice.type("c");
  expect(asked.map(({ request }) => request)).toEqual([MOVES]);
  expect(session.choice.reason).toMatchObject({ text: "Taken", key: "k", values, rule: RULE });
});

test("the refusal of a typed move is forgotten with the next preview", async () => {
  await open({ [MOVES]: refusal(422, "Taken") });
  await session.choice.type("c");
  session.choice.preview("a");
  expect([session.choice.reason, session.trouble]).toEqual([null, null]);
});

test("the refusal of a move that came too late is told by the table, since the question has changed", async () => {
  await open({ [MOVES]: refusal(409, "Somebody was quicker", { state: after }) });
  await session.choice.type("a");
  expect([session.choice.reason, session.trouble?.text]).toEqual([null, "Somebody was quicker"]);
  expect(session.sequence).toBe(4);
});

test("the refusal of a move in a study is its reason, and the move is not told of", async () => {
  const studied = { view: viewOf({ legal: ["a"] }), entries: [], asks: null };
  await open({
    "POST /studies": ({ played }: { played: string[] }) => (played.length ? refusal(422, "No") : studied),
  });
  const told = vi.fn();
  const study = new StudySession({ game: "emperor-of-china" }, 1, told);
  await study.open();
  await study.choice.type("c");
  expect([study.choice.reason?.text, study.attempt.trouble]).toEqual(["No", null]);
  expect(told).not.toHaveBeenCalled();
});
