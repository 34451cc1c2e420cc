import { beforeEach, describe, expect, test, vi } from "vitest";
import { readStored, store } from "../../browser/storage";
import type { Puzzles } from "../../net/contract";
import { today } from "./progress.svelte";

const day = (date: number, hour = 12) => Date.UTC(2026, 4, date, hour);

/** The progress as a page finds it that is loaded now. */
async function loaded() {
  vi.resetModules();
  return (await import("./progress.svelte")).progress;
}

type Progress = Awaited<ReturnType<typeof loaded>>;
let progress: Progress;

beforeEach(async () => {
  localStorage.clear();
  vi.useFakeTimers({ now: day(1) });
  progress = await loaded();
});

const solveToday = (id: string, game = "city") => progress.note(id, game, true, true);

describe("a day", () => {
  test("is that of UTC", () => {
    expect([day(1, 0) - 1, day(1, 0), day(2, 0) - 1].map(today)).toEqual([
      "2026-04-30",
      "2026-05-01",
      "2026-05-01",
    ]);
  });
});

describe("days in a row", () => {
  test("grow with every day on which the puzzle of the day is solved", () => {
    for (const date of [1, 2, 3]) {
      vi.setSystemTime(day(date));
      solveToday(`p${date}`);
      expect(progress.streak).toBe(date);
    }
  });

  test("grow once a day, however many games have a puzzle", () => {
    solveToday("p1", "city");
    solveToday("p2", "emperor");
    expect([progress.streak, progress.solved]).toEqual([1, 2]);
    expect(["city", "emperor", "year"].map((game) => progress.isDone(game))).toEqual([true, true, false]);
  });

  test("are kept until the next day is over, and begin anew after it", () => {
    solveToday("p1");
    vi.setSystemTime(day(2, 23));
    expect([progress.streak, progress.isDone("city")]).toEqual([1, false]);
    vi.setSystemTime(day(3, 0));
    expect(progress.streak).toBe(0);
    solveToday("p3");
    expect(progress.streak).toBe(1);
  });

  test("do not grow with other puzzles, nor with answers that were only looked at", () => {
    progress.note("p1", "city", false, true);
    progress.note("p2", "city", true, false);
    expect([progress.streak, progress.solved, progress.isDone("city")]).toEqual([0, 1, false]);
  });
});

describe("a puzzle", () => {
  test("counts once", () => {
    progress.note("p1", "city", false, true);
    progress.note("p1", "city", false, true);
    expect(progress.solved).toBe(1);
  });

  test("whose answer was looked at does not count when it is found later", () => {
    progress.note("p1", "city", true, false);
    solveToday("p1");
    expect([progress.solved, progress.streak, progress.hasSeen("p1")]).toEqual([0, 0, true]);
  });

  test("stays solved when the page is loaded again", async () => {
    solveToday("p1");
    progress = await loaded();
    expect([progress.solved, progress.streak, progress.hasSeen("p1")]).toEqual([1, 1, true]);
    const facts = readStored("tianxia-learned")["facts"];
    expect(facts).toContainEqual({ game: "city", kind: "daily", item: "2026-05-01", value: "" });
  });

  test("is not lost where an older version stored it", async () => {
    const days = { day: "2026-05-01", streak: 2, games: ["year"] };
    store("tianxia-puzzles", { seen: ["p1", "p2", "p3"], solved: 2, ...days });
    progress = await loaded();
    expect([progress.solved, progress.streak, progress.hasSeen("p3")]).toEqual([2, 2, true]);
    expect(["city", "year"].map((game) => progress.isDone(game))).toEqual([false, true]);
  });

  test("is not lost where an older version stored less", async () => {
    store("tianxia-puzzles", { seen: ["p1"], solved: 1 });
    progress = await loaded();
    expect([progress.solved, progress.streak, progress.isDone("city")]).toEqual([1, 0, false]);
  });
});

describe("the next puzzle", () => {
  const puzzles = { puzzles: ["a", "b", "c"].map((id) => ({ id })) } as Puzzles;
  const picks = (not: string) =>
    [0, 0.34, 0.67, 0.99].map((chance) => {
      vi.spyOn(Math, "random").mockReturnValueOnce(chance);
      return progress.pick(puzzles, not);
    });

  test("is any that was not seen, and not the one that is shown", () => {
    progress.note("a", "city", false, true);
    expect(new Set(picks("b"))).toEqual(new Set(["c"]));
  });

  test("is any other where all were seen", () => {
    for (const id of ["a", "b", "c"]) progress.note(id, "city", false, true);
    expect(new Set(picks("b"))).toEqual(new Set(["a", "c"]));
  });

  test("is none where there is no other", () => {
    expect(progress.pick({ puzzles: [{ id: "a" }] } as Puzzles, "a")).toBeNull();
  });
});
