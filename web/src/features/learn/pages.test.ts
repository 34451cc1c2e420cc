import { expect, test } from "vitest";
import { examplesOf, pageOf } from "./pages";

const GAMES = Object.keys(import.meta.glob("../../games/*/index.ts")).map((path) => path.split("/").at(-2)!);

test.each(GAMES)("%s has rules, and every example that they name", async (game) => {
  const examples = Object.keys(await examplesOf(game));
  const rules = await pageOf(game)!();
  const named = [...rules.matchAll(/<!-- example (\S+) -->/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(examples).toEqual(expect.arrayContaining(named));
});
