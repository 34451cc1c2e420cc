import { beforeEach, expect, test, vi } from "vitest";
import { store } from "../../browser/storage";

/** The progress as a page finds it that is loaded now. */
async function loaded() {
  vi.resetModules();
  return import("./progress.svelte");
}

beforeEach(() => localStorage.clear());

test("nobody has begun at first", async () => {
  const { progressOf } = await loaded();
  expect(progressOf("city")).toEqual({ at: null, done: [] });
});

test("where one stopped and what is done outlive the page, for each game", async () => {
  const first = await loaded();
  first.finish("city", "first/lay");
  first.finish("city", "first/lay");
  first.stopAt("city", "first/score");
  first.stopAt("emperor", "a/b");
  const { progressOf } = await loaded();
  expect(progressOf("city")).toEqual({ at: "first/score", done: ["first/lay"] });
  expect(progressOf("emperor")).toEqual({ at: "a/b", done: [] });
});

test("who starts over has done nothing in this game", async () => {
  const { finish, forget, progressOf, stopAt } = await loaded();
  finish("city", "first/lay");
  stopAt("emperor", "a/b");
  forget("city");
  expect([progressOf("city"), progressOf("emperor").at]).toEqual([{ at: null, done: [] }, "a/b"]);
});

test("what another version stored is read as far as it can be", async () => {
  store("tianxia-tutorials", { city: { at: 7, done: ["a/b", 3] }, emperor: null, year: { at: "x/y" } });
  const { progressOf } = await loaded();
  expect(progressOf("city")).toEqual({ at: null, done: ["a/b"] });
  expect(progressOf("emperor")).toEqual({ at: null, done: [] });
  expect(progressOf("year")).toEqual({ at: "x/y", done: [] });
});
