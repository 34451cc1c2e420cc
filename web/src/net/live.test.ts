import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refusal, serve, settled, type Asked } from "../test-support/server";
import { FakeSocket, fakeSockets } from "../test-support/socket";
import type { Line } from "./contract";
import { LiveStream } from "./live";

const EVENTS = "GET /tables/abc/events?since=7";
const STARTED = Date.UTC(2026, 0, 1);

let stream: LiveStream;
let updates: unknown[];
let connections: [boolean, string | null][];
let refused: number;
let asked: Asked[];

const sockets = () => FakeSocket.all;
const last = () => FakeSocket.all.at(-1)!;

function follow(answers: Record<string, object> = {}, since: number | null = 7): void {
  asked = serve(answers);
  stream = new LiveStream(
    "abc",
    null,
    since,
    (update) => updates.push(update),
    (connected: boolean, reason: Line | null) => connections.push([connected, reason?.text ?? null]),
    () => (refused += 1),
  );
}

beforeEach(() => {
  vi.useFakeTimers({ now: STARTED });
  fakeSockets();
  [updates, connections, refused] = [[], [], 0];
});

afterEach(() => stream.close());

describe("the address", () => {
  test("is that of the table, after the last event that was seen", () => {
    follow();
    expect(last().address).toBe(`ws://${location.host}/api/tables/abc/live?since=7`);
  });

  test("names the seat through whose eyes one looks", () => {
    stream = new LiveStream("abc", 2, null, vi.fn(), vi.fn(), vi.fn());
    expect(last().address).toBe(`ws://${location.host}/api/tables/abc/live?seat=2`);
  });
});

describe("a stream that was open and is lost", () => {
  test("is opened again after half a second, and goes on after the last event", async () => {
    follow();
    last().open();
    last().tell({ number: 9, happenings: [], state: {} });
    expect(updates).toHaveLength(1);
    last().close();
    expect(connections).toEqual([
      [true, null],
      [false, null],
    ]);
    await vi.advanceTimersByTimeAsync(499);
    expect(sockets()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets()).toHaveLength(2);
    expect(last().address).toContain("since=9");
    expect(asked).toEqual([]);
  });

  test("is not opened again once it is closed from here", async () => {
    follow();
    last().open();
    stream.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets()).toHaveLength(1);
    expect(connections).toEqual([[true, null]]);
  });
});

/** Milliseconds until another socket is opened. */
async function untilNext(): Promise<number> {
  const [count, start] = [sockets().length, Date.now()];
  while (sockets().length === count) await vi.advanceTimersToNextTimerAsync();
  return Date.now() - start;
}

describe("a stream that never opened", () => {
  test("is tried again after twice the time, up to ten seconds, while there is no server", async () => {
    follow();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    const waits: number[] = [];
    while (waits.length < 7) {
      last().close();
      await settled();
      waits.push(await untilNext());
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  test("begins with half a second again once it was open", async () => {
    follow();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    last().close();
    await untilNext();
    last().close();
    await untilNext();
    last().open();
    last().close();
    expect(await untilNext()).toBe(500);
  });

  test("asks over HTTP why, and tells the reason; then it waits longer, up to two minutes", async () => {
    follow({ [EVENTS]: refusal(429, "Too many streams") });
    const waits: number[] = [];
    while (waits.length < 5) {
      last().close();
      await settled();
      expect(connections.at(-1)).toEqual([false, "Too many streams"]);
      waits.push(await untilNext());
    }
    expect(waits).toEqual([15_000, 30_000, 60_000, 120_000, 120_000]);
    expect(asked[0]?.request).toBe(EVENTS);
    expect(refused).toBe(0);
  });

  test("begins anew where the server has fewer events than were seen (409)", async () => {
    follow({ [EVENTS]: refusal(409, "No such event") });
    last().close();
    await settled();
    expect(refused).toBe(1);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(sockets()).toHaveLength(1);
  });

  test("is not tried again where it was closed while the reason was asked for", async () => {
    follow({ [EVENTS]: refusal(409, "No such event") });
    last().close();
    stream.close();
    await settled();
    await vi.advanceTimersByTimeAsync(200_000);
    expect([refused, sockets().length]).toEqual([0, 1]);
  });
});

test("a problem instead of an update ends the stream for good", async () => {
  follow();
  last().open();
  last().tell({ status: 401, key: "k", values: {}, text: "You are logged out" });
  expect(refused).toBe(1);
  expect(updates).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets()).toHaveLength(1);
});

describe("the network", () => {
  test("that goes away is noticed at once, and what the old socket says then counts no more", async () => {
    follow();
    last().open();
    dispatchEvent(new Event("offline"));
    expect(sockets()[0]!.readyState).toBe(FakeSocket.CLOSED);
    expect(connections.at(-1)).toEqual([false, null]);
    expect(connections).toHaveLength(2);
    expect(await untilNext()).toBe(500); // a server on this machine can be reached all the same
  });

  test("that comes back is used at once", () => {
    follow();
    last().open();
    dispatchEvent(new Event("offline"));
    dispatchEvent(new Event("online"));
    expect(sockets()).toHaveLength(2);
  });

  test("that comes back opens no second socket beside one that lives", async () => {
    follow();
    last().open();
    dispatchEvent(new Event("online"));
    expect(sockets()).toHaveLength(1);
    dispatchEvent(new Event("offline"));
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets()).toHaveLength(2);
  });
});

describe("a device that slept", () => {
  const isHidden = (hidden: boolean) => vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  afterEach(() => vi.restoreAllMocks());

  test("has a new socket when it wakes, and keeps the connection meanwhile", async () => {
    follow();
    last().open();
    vi.setSystemTime(STARTED + 31_000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sockets()).toHaveLength(2);
    expect(sockets()[0]!.readyState).toBe(FakeSocket.CLOSED);
    expect(connections).toEqual([[true, null]]);
  });

  test("has none while its page is hidden, but as soon as it is shown", async () => {
    follow();
    last().open();
    isHidden(true);
    vi.setSystemTime(STARTED + 40_000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sockets()).toHaveLength(1);
    isHidden(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(sockets()).toHaveLength(2);
  });

  test("is not taken for one that is only awake for long", async () => {
    follow();
    last().open();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(sockets()).toHaveLength(1);
  });
});
