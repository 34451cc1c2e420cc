import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusal, serve, type Asked } from "../../test-support/server";
import { AnalysisSession } from "./analysis.svelte";

const PATH = "/tables/abc";
const ask = (since: number) => `GET ${PATH}/analysis?since=${since}`;
const found = (status: string, ...numbers: number[]) => ({
  status,
  decisions: 10,
  judged: numbers.map((number) => ({ number })),
});

beforeEach(() => void vi.useFakeTimers());

/** How many milliseconds pass until the next request. */
async function untilNext(asked: readonly Asked[]): Promise<number> {
  const [count, start] = [asked.length, Date.now()];
  while (asked.length === count) await vi.advanceTimersToNextTimerAsync();
  return Date.now() - start;
}

describe("an analysis", () => {
  test("that is there already is shown, and not asked for again", async () => {
    const asked = serve({ [ask(0)]: found("done", 1, 4) });
    const analysis = new AnalysisSession(PATH);
    await analysis.open();
    expect([analysis.status, analysis.decisions]).toEqual(["done", 10]);
    expect(analysis.of(4)).toEqual({ number: 4 });
    expect(analysis.of(2)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
    expect(asked).toHaveLength(1);
  });

  test("that goes on is followed: after what is known, soon while there is news, and else more slowly", async () => {
    const asked = serve({ [ask(0)]: found("going", 1, 2), [ask(2)]: found("going") });
    const analysis = new AnalysisSession(PATH);
    await analysis.open();
    const waits: number[] = [];
    while (waits.length < 8) waits.push(await untilNext(asked));
    expect(waits.map(Math.round)).toEqual([400, 640, 1024, 1638, 2621, 4194, 5000, 5000]);
    expect(asked.at(-1)?.request).toBe(ask(2));
    analysis.close();
  });

  test("adds what is new, until it is done", async () => {
    serve({ [ask(0)]: found("going", 1), [ask(1)]: found("done", 2) });
    const analysis = new AnalysisSession(PATH);
    await analysis.open();
    await vi.advanceTimersByTimeAsync(400);
    expect(analysis.judged.map(({ number }) => number)).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("tells of a failure, and asks again later", async () => {
    const asked = serve({ [ask(0)]: found("going", 1), [ask(1)]: refusal(503, "Busy") });
    const analysis = new AnalysisSession(PATH);
    await analysis.open();
    expect(await untilNext(asked)).toBe(400);
    expect(await untilNext(asked)).toBe(5000);
    expect(analysis.attempt.trouble?.text).toBe("Busy");
    analysis.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(3);
  });
});
