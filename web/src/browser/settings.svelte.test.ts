import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { keepSettings, settings } from "./settings.svelte";
import { readStored, store } from "./storage";

/** The settings as a page finds them that is loaded now. */
async function loaded() {
  vi.resetModules();
  return import("./settings.svelte");
}

beforeEach(() => localStorage.clear());

describe("settings", () => {
  test("are those of a first visit where nothing is stored", async () => {
    const { settings } = await loaded();
    expect(settings).toEqual({
      theme: "system",
      language: "system",
      confirms: true,
      speed: "normal",
      turnVolume: 70,
      effectVolume: 50,
      notifies: false,
    });
  });

  test("that are stored outlive the page; what an older version did not know is as at first", async () => {
    store("tianxia", { speed: "slow" });
    const { settings } = await loaded();
    expect([settings.speed, settings.confirms]).toEqual(["slow", true]);
  });

  test("make no sound where an older version stored that there is none", async () => {
    store("tianxia", { sounds: false });
    const { settings } = await loaded();
    expect([settings.turnVolume, settings.effectVolume]).toEqual([0, 0]);
    store("tianxia", { sounds: true });
    expect((await loaded()).settings.turnVolume).toBe(70);
  });

  test("are stored when they change, and a theme is shown", () => {
    const stop = $effect.root(keepSettings);
    settings.theme = "dark";
    flushSync();
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    expect(readStored("tianxia")).toMatchObject({ theme: "dark" });
    settings.theme = "system";
    flushSync();
    expect(document.documentElement.dataset["theme"]).toBeUndefined();
    stop();
  });
});

describe("a stored document", () => {
  test.each([
    ["not JSON", "{"],
    ["null", "null"],
    ["a number", "7"],
  ])("that is %s is an empty one", (_, text) => {
    localStorage.setItem("thing", text);
    expect(readStored("thing")).toEqual({});
  });

  test("is empty, and none is stored, where the browser stores nothing", () => {
    const denied = () => {
      throw new DOMException("denied", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: denied, setItem: denied });
    store("thing", { a: 1 });
    expect(readStored("thing")).toEqual({});
  });
});
