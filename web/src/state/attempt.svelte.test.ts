import { expect, test, vi } from "vitest";
import { Refused } from "../net/requests";
import { later } from "../test-support/server";
import { Attempt } from "./attempt.svelte";

const refused = new Refused({ status: 400, key: "k", values: {}, text: "Too long" });

test("what goes well leaves no trouble", async () => {
  const attempt = new Attempt();
  attempt.fail(refused);
  expect(await attempt.run(() => Promise.resolve())).toBe(true);
  expect([attempt.busy, attempt.trouble]).toEqual([false, null]);
});

test("what is refused leaves the server's sentence", async () => {
  const attempt = new Attempt();
  expect(await attempt.run(() => Promise.reject(refused))).toBe(false);
  expect([attempt.busy, attempt.trouble?.text]).toEqual([false, "Too long"]);
});

test("nothing else begins while something is under way", async () => {
  const attempt = new Attempt();
  const first = later<void>();
  const running = attempt.run(() => first.promise);
  expect(attempt.busy).toBe(true);
  const second = vi.fn(() => Promise.resolve());
  expect(await attempt.run(second)).toBe(false);
  expect(second).not.toHaveBeenCalled();
  first.resolve();
  expect(await running).toBe(true);
  expect(await attempt.run(second)).toBe(true);
});

test("a mistake of ours is thrown, and does not block what comes next", async () => {
  const attempt = new Attempt();
  await expect(attempt.run(() => Promise.reject(new RangeError("ours")))).rejects.toThrow("ours");
  expect(attempt.busy).toBe(false);
});
