import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { visitor } from "../../state/visitor.svelte";
import { refusal, serve, type Asked } from "../../test-support/server";
import { TableLists } from "./lists.svelte";

const ME = { id: "li", name: "Li" } as NonNullable<typeof visitor.me>;
const tables = (...all: [string, number[]][]) => ({ tables: all.map(([id, yours]) => ({ id, yours })) });
const ANSWERS = {
  "GET /tables?which=open": tables(["o1", []], ["o2", [1]]),
  "GET /tables?which=mine": tables(["m", [2]]),
  "GET /tables?which=finished": tables(["f", [1]]),
};

let lists: TableLists;
let stop: () => void;

function follow(): void {
  lists = new TableLists();
  stop = $effect.root(() => lists.follow());
  flushSync();
}

const ids = () => [lists.open, lists.mine, lists.finished].map((list) => list.map(({ id }) => id));
const requests = (asked: readonly Asked[]) => asked.map(({ request }) => request);

beforeEach(() => {
  vi.useFakeTimers();
  [visitor.me, visitor.isKnown] = [ME, true];
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
  visitor.me = null;
});

describe("the lists of tables", () => {
  test("are one's own, those that are over, and open ones at which one does not sit", async () => {
    serve(ANSWERS);
    follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual([["o1"], ["m"], ["f"]]);
  });

  test("of a stranger are only the open ones", async () => {
    visitor.me = null;
    const asked = serve(ANSWERS);
    follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual([["o1"], [], []]);
    expect(requests(asked)).toEqual(["GET /tables?which=open"]);
  });

  test("wait until it is known who looks", async () => {
    [visitor.me, visitor.isKnown] = [null, false];
    const asked = serve({ ...ANSWERS, "GET /visitor": { me: ME, sends_email: false } });
    follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests(asked)[0]).toBe("GET /visitor");
    expect(ids()[1]).toEqual(["m"]);
  });

  test("are asked for again while they are looked at, and when the page is shown again", async () => {
    const asked = serve(ANSWERS);
    follow();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked).toHaveLength(6);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(6);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(9);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(9);
  });

  test("stay as they were while the server cannot be reached, and say so", async () => {
    serve(ANSWERS);
    follow();
    await vi.advanceTimersByTimeAsync(0);
    serve({ ...ANSWERS, "GET /tables?which=mine": refusal(503, "Busy") });
    await vi.advanceTimersByTimeAsync(15_000);
    expect([lists.trouble?.text, ids()]).toEqual(["Busy", [["o1"], ["m"], ["f"]]]);
    serve(ANSWERS);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(lists.trouble).toBeNull();
  });
});
