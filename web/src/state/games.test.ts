import { expect, test, vi } from "vitest";
import { refusal, serve } from "../test-support/server";

test("games are asked for once; after a failure again", async () => {
  vi.resetModules();
  const { allGames, ruleOfSource } = await import("./games");
  serve({ "GET /games": refusal(503, "Busy") });
  await expect(allGames()).rejects.toThrow("Busy");
  expect(await ruleOfSource("city", "rooms")).toBeNull();
  const asked = serve({ "GET /games": { games: [{ id: "city", sources: { rooms: "/learn/city#7" } }] } });
  expect(await ruleOfSource("city", "rooms")).toBe("/learn/city#7");
  expect(await ruleOfSource("city", "gifts")).toBeNull();
  expect(await ruleOfSource("town", "rooms")).toBeNull();
  expect(asked).toHaveLength(1);
});
