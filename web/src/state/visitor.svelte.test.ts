import { beforeEach, describe, expect, test, vi } from "vitest";
import english from "../made/en.json";
import { refusal, serve, settled, type Asked } from "../test-support/server";
import { visitor } from "./visitor.svelte";

const NAMES = english["browser.made-up-names"].split(", ");
const LI = { id: "li", name: "Li" };

beforeEach(() => {
  visitor.me = null;
  visitor.isKnown = false;
});

/** A server that knows nobody until a person is made. */
function serveStrangers(): Asked[] {
  let me: object | null = null;
  return serve({
    "GET /visitor": () => ({ me, sends_email: true }),
    "POST /people": ({ name }: { name: string }) => (me = { id: "new", name }),
  });
}

describe("who sits at the screen", () => {
  test("is asked for once by all who want to know", async () => {
    const asked = serve({ "GET /visitor": { me: LI, sends_email: true } });
    await Promise.all([visitor.find(), visitor.find()]);
    expect(asked).toHaveLength(1);
    expect([visitor.me, visitor.isKnown, visitor.mayBeWrittenTo]).toEqual([LI, true, true]);
  });

  test("is still unknown after a failure, and can be asked for again", async () => {
    serve({ "GET /visitor": refusal(503, "Busy") });
    await expect(visitor.find()).rejects.toThrow("Busy");
    expect(visitor.isKnown).toBe(false);
    serve({ "GET /visitor": { me: LI, sends_email: false } });
    await visitor.find();
    expect(visitor.me).toEqual(LI);
  });
});

describe("a stranger who is welcome", () => {
  test("becomes one person, however many ask for it", async () => {
    const asked = serveStrangers();
    await Promise.all([visitor.welcome("Li"), visitor.welcome("Li")]);
    expect(asked.map(({ request }) => request)).toEqual(["GET /visitor", "POST /people", "GET /visitor"]);
    expect(visitor.me?.name).toBe("Li");
  });

  test("gets a name that none of the others has", async () => {
    const asked = serveStrangers();
    await visitor.welcome(undefined, NAMES.slice(1));
    expect(asked[1]?.body).toEqual({ name: NAMES[0] });
  });

  test("gets any of the names by chance", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.9999);
    const asked = serveStrangers();
    await visitor.welcome();
    random.mockRestore();
    expect(asked[1]?.body).toEqual({ name: NAMES.at(-1) });
  });
});

test("a person who is welcome stays the one that they are", async () => {
  const asked = serve({ "GET /visitor": { me: LI, sends_email: true } });
  await visitor.welcome("Bo");
  expect(asked).toHaveLength(1);
  expect(visitor.me).toEqual(LI);
});

test("whose turn e-mails are turned off may be the visitor, who is asked for anew", async () => {
  const asked = serve({
    "POST /unsubscribe/q83v": () => undefined,
    "GET /visitor": { me: { ...LI, turn_emails: false }, sends_email: true },
  });
  await visitor.unsubscribe("q83v");
  await settled();
  expect(asked.map(({ request }) => request)).toEqual(["POST /unsubscribe/q83v", "GET /visitor"]);
  expect(visitor.me?.turn_emails).toBe(false);
});

test("turn e-mails are off even if the visitor cannot be asked for afterwards", async () => {
  serve({ "POST /unsubscribe/q83v": () => undefined, "GET /visitor": refusal(503, "Busy") });
  await visitor.unsubscribe("q83v");
  serve({ "POST /unsubscribe/q83v": refusal(404, "This link does not work") });
  await expect(visitor.unsubscribe("q83v")).rejects.toThrow("This link");
});

test("to log in is to be asked for anew; where it is refused nobody changes", async () => {
  visitor.me = LI as typeof visitor.me;
  serve({ "POST /login": refusal(403, "Wrong password") });
  await expect(visitor.logIn("bo", "secret")).rejects.toThrow("Wrong password");
  expect(visitor.me).toEqual(LI);
  const bo = { id: "bo", name: "Bo" };
  const asked = serve({ "POST /login": {}, "GET /visitor": { me: bo, sends_email: false } });
  await visitor.logIn("bo", "secret");
  expect(asked[0]?.body).toEqual({ login: "bo", password: "secret" });
  expect(visitor.me).toEqual(bo);
});
