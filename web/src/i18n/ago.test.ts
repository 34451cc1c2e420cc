import { afterEach, describe, expect, test } from "vitest";
import { ago } from "./ago";

const NOW = Date.UTC(2026, 0, 31);
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

afterEach(() => (document.documentElement.lang = "en"));

describe("a moment", () => {
  test.each([
    [0, "now"],
    [59 * SECOND, "now"],
    [MINUTE, "1 minute ago"],
    [HOUR - SECOND, "59 minutes ago"],
    [HOUR, "1 hour ago"],
    [DAY - SECOND, "23 hours ago"],
    [DAY, "yesterday"],
    [2 * DAY - SECOND, "yesterday"],
    [2 * DAY, "2 days ago"],
    [40 * DAY, "40 days ago"],
    [-5 * MINUTE, "now"], // the clock of the server is ahead
  ])("%d milliseconds ago is %s", (before, words) => {
    expect(ago(NOW - before, NOW)).toBe(words);
  });

  test("is told in the language of the page", () => {
    document.documentElement.lang = "fr";
    expect(ago(NOW - DAY, NOW)).toBe("hier");
  });
});
