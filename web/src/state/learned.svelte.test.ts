import { beforeEach, expect, test, vi } from "vitest";
import { readStored } from "../browser/storage";
import type { Learned } from "../net/contract";
import { later, serve, settled } from "../test-support/server";

const STEP = { game: "city", kind: "step", item: "first/lay", value: "" } as const;
const PUZZLE = { game: "city", kind: "puzzle", item: "p1", value: "found" } as const;
const DRAGON = { game: "year", kind: "step", item: "first/draft", value: "" } as const;
const NONE = { facts: [] };
const POST = "POST /me/progress";
const GET = "GET /me/progress";

/** The facts, and who is here, as a page finds them that is loaded now. */
async function loaded(me: string | null = null) {
  vi.resetModules();
  const { visitor } = await import("./visitor.svelte");
  const { learned } = await import("./learned.svelte");
  const become = (id: string | null) => {
    visitor.me = id === null ? null : ({ id } as typeof visitor.me);
    visitor.isKnown = true;
  };
  if (me) become(me);
  return { learned, become };
}

/** A server that unites what it is sent. */
function uniting(...facts: Learned[]) {
  const all = [...facts];
  const add = (body: { facts: Learned[] }) => ({ facts: (all.push(...body.facts), [...all]) });
  return serve({ [POST]: add, [GET]: () => ({ facts: [...all] }) });
}

beforeEach(() => localStorage.clear());

test("a stranger's facts stay in the browser, and outlive the page", async () => {
  const asked = serve({});
  (await loaded()).learned.add("city", "step", "first/lay");
  const { learned } = await loaded();
  expect(learned.of("step")).toEqual([STEP]);
  await learned.sync();
  expect(asked).toEqual([]);
});

test("what is known stays as it was, only a place moves on", async () => {
  const { learned } = await loaded();
  learned.add("city", "puzzle", "p1", "found");
  learned.add("city", "puzzle", "p1", "shown");
  learned.add("city", "place", "", "first/lay");
  learned.add("city", "place", "", "first/score");
  expect(learned.of("puzzle", "city")).toEqual([PUZZLE]);
  expect(learned.of("place").map(({ value }) => value)).toEqual(["first/score"]);
});

test("who takes a name keeps what they learned, and learns it on every device", async () => {
  const asked = uniting(DRAGON);
  const { learned, become } = await loaded();
  learned.add("city", "step", "first/lay");
  become("li");
  await learned.sync();
  await settled();
  expect(asked[0]).toMatchObject({ request: POST, body: { facts: [STEP] } });
  expect(learned.of("step")).toEqual([DRAGON, STEP]);
  await learned.sync();
  expect(asked.at(-1)?.request).toBe(GET); // nothing is sent twice
});

test("what is learned while an answer is under way is sent after it", async () => {
  const first = later<object>();
  const sent: unknown[] = [];
  const answers = [first.promise, { facts: [STEP, PUZZLE] }];
  serve({ [GET]: NONE, [POST]: (body: { facts: unknown }) => (sent.push(body.facts), answers.shift()!) });
  const { learned } = await loaded("li");
  await learned.sync();
  learned.add("city", "step", "first/lay");
  learned.add("city", "puzzle", "p1", "found");
  first.resolve({ facts: [STEP] });
  await learned.sync();
  expect(sent).toEqual([[STEP], [PUZZLE]]);
  expect([...learned.of("step"), ...learned.of("puzzle")]).toEqual([STEP, PUZZLE]);
});

test("without a connection nothing is lost", async () => {
  serve({
    [POST]: () => {
      throw new Error("no network");
    },
  });
  (await loaded("li")).learned.add("city", "step", "first/lay");
  await settled();
  const asked = uniting();
  const { learned } = await loaded("li");
  await learned.sync();
  expect(asked[0]).toMatchObject({ request: POST, body: { facts: [STEP] } });
});

test("what one person learned is not shown to the next, nor sent for them", async () => {
  const asked = uniting();
  const { learned, become } = await loaded("li");
  learned.add("city", "step", "first/lay");
  await learned.sync();
  become(null);
  await learned.sync();
  expect(learned.of("step")).toEqual([]);
  asked.length = 0;
  serve({ [GET]: { facts: [] } });
  become("bo");
  await learned.sync();
  expect(learned.of("step")).toEqual([]);
  expect(readStored("tianxia-learned")).toMatchObject({ owner: "bo", facts: [], unsent: [] });
});

test("a tutorial that begins anew is forgotten on the server, too, and the rest is kept", async () => {
  const asked = serve({
    [GET]: { facts: [DRAGON, PUZZLE] },
    [POST]: { facts: [STEP, DRAGON, PUZZLE] },
    "DELETE /me/progress/city/tutorial": () => undefined,
  });
  const { learned } = await loaded("li");
  for (const { game, kind, item, value } of [STEP, DRAGON, PUZZLE]) learned.add(game, kind, item, value);
  await learned.sync();
  asked.length = 0;
  learned.forgetTutorial("city");
  expect(learned.of("step")).toEqual([DRAGON]);
  await learned.sync();
  expect(asked[0]?.request).toBe("DELETE /me/progress/city/tutorial");
  expect([learned.of("step"), learned.of("puzzle")]).toEqual([[DRAGON], [PUZZLE]]);
});
