import { describe, expect, test } from "vitest";
import { tollInWords } from "./tolls";
import type { DragonView, Forecast } from "./view";

const tableAt = (month: number, part: string) => ({ month, part }) as DragonView["table"];
const tribute = (more: Partial<Forecast> = {}): Forecast => ({
  month: 5,
  event: "tribute",
  releases: 0,
  paid: 0,
  points: 0,
  ...more,
});

describe("what a month costs, in words", () => {
  test.each(["action", "person"])("it would, while the part of the year is %s", (part) => {
    const toll = tribute({ paid: 2, releases: 2 });
    expect(tollInWords(tableAt(5, part), toll)).toMatch(/^If it came now: .*2 yuan.*2 persons/);
    expect(tollInWords(tableAt(5, part), tribute())).toBe("If it came now, you would lose nothing.");
  });

  test.each(["event", "wall", "super-event", "last-wall"])("it still does, in the part %s", (part) => {
    expect(tollInWords(tableAt(5, part), tribute({ releases: 1 }))).toMatch(/^Still to come: 1 person/);
    expect(tollInWords(tableAt(5, part), tribute())).toBe("It takes nothing more from you.");
    expect(tollInWords(tableAt(5, part), tribute({ month: 8 }))).toMatch(/^If it came now/);
  });
});
