import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Arrivals } from "./arrivals";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an event that has arrived is not waited for", async () => {
  expect(await new Arrivals().until(7, 7)).toBe(true);
});

test("an event is waited for, through those before it", async () => {
  const arrivals = new Arrivals();
  const ended = vi.fn();
  const waiting = arrivals.until(7, 5).then(ended);
  arrivals.came(6);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).not.toHaveBeenCalled();
  arrivals.came(8); // with later ones
  await waiting;
  expect(ended).toHaveBeenCalledWith(true);
});

test("an event ends the wait for it when it arrives, not only those after it", async () => {
  const arrivals = new Arrivals();
  const waiting = arrivals.until(7, 5);
  arrivals.came(7);
  expect(await waiting).toBe(true);
});

test("nothing is waited for on a stream that breaks", async () => {
  const arrivals = new Arrivals();
  const waiting = arrivals.until(7, 5);
  arrivals.giveUp();
  expect(await waiting).toBe(false);
});

test("a stream that stays silent is not waited for without end", async () => {
  const arrivals = new Arrivals();
  const waiting = arrivals.until(7, 5);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await waiting).toBe(false);
});
