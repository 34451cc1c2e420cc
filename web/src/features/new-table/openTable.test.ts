import { beforeEach, expect, test, vi } from "vitest";
import { router } from "../../browser/router.svelte";
import type { GameShown } from "../../net/contract";
import english from "../../made/en.json";
import { opponents } from "../../state/opponents.svelte";
import { visitor } from "../../state/visitor.svelte";
import { tableOf } from "../../test-support/samples";
import { refusal, serve } from "../../test-support/server";
import { openTable, playNow } from "./openTable";
import { optionName, optionValue } from "./options";

const HERE = { state: tableOf({ id: "new" }), you: [1], invite: null };
const game = (...players: number[]) => ({ id: "city", players, levels: ["level:novice"] }) as GameShown;
const GAMES = { games: [game(2)] };

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => {});
  router.go("/");
  visitor.isKnown = true;
  visitor.me = { id: "li", name: "Li" } as typeof visitor.me;
});

test.each([
  [[2, 3, 4], 3],
  [[3, 4, 5], 3],
  [[4, 5], 4],
])("a game for %o is played at once, casually, at a table of %d", async (players, seats) => {
  const asked = serve({ "POST /tables": HERE, "GET /games": GAMES });
  await playNow(game(...players));
  const rival = { who: "program", program: "level:novice" };
  expect(asked.at(-1)?.body).toEqual({
    game: "city",
    seats: [{ who: "me" }, ...Array<object>(seats - 1).fill(rival)],
    rated: false,
  });
  expect(router.path).toBe("/table/new");
});

test("programs are of the level that suits, or of the one that was chosen", async () => {
  const found = [{ game: "city", program: "level:adept", stronger: "level:master" }];
  const asked = serve({
    "POST /tables": HERE,
    "GET /games": GAMES,
    "GET /games/opponents": { opponents: found },
  });
  await playNow(game(2));
  expect(asked.at(-1)?.body).toMatchObject({ seats: [{}, { program: "level:adept" }] });
  expect(opponents.stronger("city")).toBe("level:master");
  await playNow(game(2), "level:master");
  expect(asked.at(-1)?.body).toMatchObject({ seats: [{}, { program: "level:master" }] });
});

test("a stranger is new to every game", async () => {
  visitor.me = null;
  const asked = serve({});
  await opponents.look();
  expect([asked, opponents.of(game(2)), opponents.stronger("city")]).toEqual([[], "level:novice", null]);
});

test("a double click opens one table", async () => {
  const asked = serve({ "POST /tables": HERE, "GET /games": GAMES });
  await Promise.all([playNow(game(2)), playNow(game(2))]);
  expect(asked.filter(({ request }) => request === "POST /tables")).toHaveLength(1);
});

test("after a refusal one stays, and may try again", async () => {
  serve({ "POST /tables": refusal(429, "Too many tables") });
  await expect(openTable({ game: "city", seats: [] })).rejects.toThrow("Too many tables");
  expect(router.path).toBe("/");
  serve({ "POST /tables": HERE });
  await openTable({ game: "city", seats: [] });
  expect(router.path).toBe("/table/new");
});

test("options are told in words, numbers with what they count", () => {
  expect(optionName("super_event")).toBe("Super event");
  expect(optionName("unheard-of")).toBe("Unheard-of");
  expect([true, false].map((value) => optionValue("gardens", value))).toEqual(["Yes", "No"]);
  expect(optionValue("side", "random")).toBe("Drawn at random");
  expect(optionValue("large_privilege", 7)).toBe(
    english["browser.option-of.large_privilege"].replace("{value}", "7"),
  );
  expect(optionValue("unheard-of", 7)).toBe("7");
});
