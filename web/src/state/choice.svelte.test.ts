import { beforeEach, expect, test } from "vitest";
import type { Line, Previewed } from "../net/contract";
import { Refused } from "../net/requests";
import { lineOf } from "../test-support/samples";
import { later, settled, type Later } from "../test-support/server";
import { Choice } from "./choice.svelte";

/** Requests that are answered when the test says so: `answer("preview a", ...)`. */
let waiting: Map<string, Later<unknown>>;
let sent: string[];
let choice: Choice;

const ask = <Answer>(request: string): Promise<Answer> => {
  const answer = later<unknown>();
  waiting.set(request, answer);
  return answer.promise as Promise<Answer>;
};

async function answer(request: string, found: unknown): Promise<void> {
  waiting.get(request)!.resolve(found);
  await settled();
}

async function fail(request: string, failure: Error): Promise<void> {
  waiting.get(request)!.reject(failure);
  await settled();
}

const effectOf = (text: string): Previewed => ({
  ledger: [],
  lines: [lineOf(text)],
  pieces: [],
  reason: null,
  table: {},
});

beforeEach(() => {
  waiting = new Map();
  sent = [];
  choice = new Choice({
    preview: (move) => ask<Previewed>(`preview ${move}`),
    explainRefusal: (move) => ask<Line | null>(`why not ${move}`),
    send: (move, isConfirmed) => {
      sent.push(isConfirmed ? `${move}!` : move);
      return Promise.resolve(null);
    },
  });
  choice.begin(["a", "b"]);
});

test("a legal move is sent, and the server is not asked about it", () => {
  choice.make("a");
  expect(sent).toEqual(["a"]);
  expect(waiting.size).toBe(0);
});

test("a move that is not legal is explained, and not sent", async () => {
  choice.make("c");
  await answer("why not c", lineOf("No room"));
  expect(choice.reason?.text).toBe("No room");
  expect(sent).toEqual([]);
});

test("a legal move that was confirmed before is sent as such; one that is not legal is not sent", () => {
  choice.makeConfirmed("a");
  choice.makeConfirmed("c");
  expect(sent).toEqual(["a!"]);
});

test("moves wait to be confirmed where the requests say so", () => {
  expect(choice.confirms).toBe(false);
  const never = () => Promise.reject(new Error("not asked"));
  expect(
    new Choice({ preview: never, explainRefusal: never, send: never, confirms: () => true }).confirms,
  ).toBe(true);
});

test("a reason that comes after the question has changed is not shown", async () => {
  choice.make("c");
  choice.begin(["a", "b"]);
  await answer("why not c", lineOf("No room"));
  expect(choice.reason).toBeNull();
});

test("a reason disappears with the next question, move, or preview", async () => {
  const isRefused = async () => {
    choice.explainRefusal("c");
    await answer("why not c", lineOf("No room"));
    expect(choice.reason).not.toBeNull();
  };
  await isRefused();
  choice.begin(["a"]);
  expect(choice.reason).toBeNull();
  await isRefused();
  choice.make("a");
  expect(choice.reason).toBeNull();
  await isRefused();
  choice.preview("a");
  expect(choice.reason).toBeNull();
});

test("no reason is asked for what is legal", () => {
  choice.explainRefusal("a");
  expect(waiting.size).toBe(0);
});

test("what the server refuses to read is a reason as well", async () => {
  choice.make("??");
  await fail("why not ??", new Refused({ status: 400, key: "k", values: {}, text: "Not a move" }));
  expect(choice.reason?.text).toBe("Not a move");
});

test("the effect of a previewed move is shown as soon as it is known", async () => {
  choice.preview("a");
  expect(choice.effect).toBeNull();
  await answer("preview a", effectOf("2 points"));
  expect(choice.effect?.lines[0]?.text).toBe("2 points");
  choice.preview(null);
  expect(choice.effect).toBeNull();
});

test("the effect of a move that is not previewed any more is not shown", async () => {
  choice.preview("a");
  choice.preview("b");
  await answer("preview a", effectOf("of a"));
  expect(choice.effect).toBeNull();
  await answer("preview b", effectOf("of b"));
  expect(choice.effect?.lines[0]?.text).toBe("of b");
});

test("a preview that fails shows nothing, and no trouble", async () => {
  choice.preview("a");
  await fail("preview a", new TypeError("no network"));
  expect(choice.effect).toBeNull();
  expect(choice.reason).toBeNull();
});

test("the same move is asked for once, however often it is looked at", () => {
  choice.preview("a");
  waiting.clear();
  choice.preview("a");
  expect(waiting.size).toBe(0);
});

test("a move that waits to be confirmed keeps its preview, without another request", async () => {
  choice.preview("a");
  await answer("preview a", effectOf("of a"));
  waiting.clear();
  choice.begin([], "a");
  expect(choice.previewing).toBeNull();
  expect(choice.effect?.lines[0]?.text).toBe("of a");
  expect(waiting.size).toBe(0);
});

test("what another move did is not taken for the effect of the one that waits", async () => {
  choice.preview("b");
  await answer("preview b", effectOf("of b"));
  choice.begin([], "a");
  expect(choice.effect).toBeNull();
  await answer("preview a", effectOf("of a"));
  expect(choice.effect?.lines[0]?.text).toBe("of a");
});

test("the effect of a move that waited is not shown once it does not wait any more", async () => {
  choice.begin([], "a");
  choice.begin(["a", "b"]);
  await answer("preview a", effectOf("of a"));
  expect(choice.effect).toBeNull();
});

test.each(["a", "A"])(
  "a typed move is sent as it is, and the server is not asked about it: %s",
  async (text) => {
    await choice.type(text);
    expect(sent).toEqual([text]);
    expect(waiting.size).toBe(0);
  },
);

test("a refusal that comes after the question has changed is not shown", async () => {
  const refusal = later<Line | null>();
  choice = new Choice({ preview: ask, explainRefusal: ask, send: () => refusal.promise });
  choice.begin(["a"]);
  const typed = choice.type("c");
  choice.begin(["x"]);
  refusal.resolve(lineOf("No room"));
  await typed;
  expect(choice.reason).toBeNull();
});

test("whatever else goes wrong while a move is sent is thrown", async () => {
  const mistake = new RangeError("a mistake of ours");
  choice = new Choice({ preview: ask, explainRefusal: ask, send: () => Promise.reject(mistake) });
  await expect(choice.type("c")).rejects.toBe(mistake);
});
