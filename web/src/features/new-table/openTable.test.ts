import { beforeEach, expect, test, vi } from "vitest";
import { router } from "../../browser/router.svelte";
import type { GameShown } from "../../net/contract";
import english from "../../made/en.json";
import { visitor } from "../../state/visitor.svelte";
import { tableOf } from "../../test-support/samples";
import { refusal, serve } from "../../test-support/server";
import { openTable, playNow } from "./openTable";
import { optionName, optionValue } from "./options";

const HERE = { state: tableOf({ id: "new" }), you: [1], invite: null };
const game = (...players: number[]) => ({ id: "city", players }) as GameShown;

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
])("a game for %o is played at once at a table of %d", async (players, seats) => {
  const asked = serve({ "POST /tables": HERE });
  await playNow(game(...players));
  const rival = { who: "program", program: "level:adept" };
  expect(asked[0]?.body).toEqual({
    game: "city",
    seats: [{ who: "me" }, ...Array<object>(seats - 1).fill(rival)],
  });
  expect(router.path).toBe("/table/new");
});

test("a double click opens one table", async () => {
  const asked = serve({ "POST /tables": HERE });
  await Promise.all([playNow(game(2)), playNow(game(2))]);
  expect(asked).toHaveLength(1);
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
