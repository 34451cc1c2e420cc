import { expect, test } from "vitest";
import { examplesOf, notationOf, rulesOf } from "./pages";

const GAMES = Object.keys(import.meta.glob("../../games/*/index.ts")).map((path) => path.split("/").at(-2)!);

test.each(GAMES)("%s has rules, and every example that they name", async (game) => {
  const examples = Object.keys(await examplesOf(game));
  const passages = await rulesOf(game)!();
  const blocks = passages.flatMap((passage) => passage.blocks);
  const named = blocks.flatMap((block) => (block.kind === "example" ? [block.name] : []));
  expect(named.length).toBeGreaterThan(0);
  expect(examples).toEqual(expect.arrayContaining(named));
});

test.each(GAMES)("%s has a page that tells how its moves are written", async (game) => {
  const passages = await notationOf(game)!();
  const table = passages.flatMap((passage) => passage.blocks).find((block) => block.kind === "table");
  expect(table?.rows[0]?.[0]?.[0]?.kind).toBe("code");
});

test("a game without pages has none", () => {
  expect([rulesOf("chess"), notationOf("chess")]).toEqual([undefined, undefined]);
});
