import { beforeEach, describe, expect, test } from "vitest";
import type { GameShown } from "../../net/contract";
import { Draft } from "./draft.svelte";

const GAME: GameShown = {
  ...{ id: "city", title: "City", about: "", credit: "", levels: [], sources: {} },
  players: [2, 3, 4],
  options: [
    { players: 2, options: [{ name: "gardens", about: "", default: true, values: [true, false] }] },
    {
      players: 3,
      options: [
        { name: "gardens", about: "", default: false, values: [false] },
        { name: "side", about: "", default: "three-four", values: ["three-four", "random"] },
      ],
    },
  ],
};
const ADEPT = { who: "program", program: "level:adept" };

let draft: Draft;

beforeEach(() => {
  draft = new Draft(GAME, "level:adept");
});

describe("a table that is set up", () => {
  test("is at first for oneself and a friend, without a clock", () => {
    expect(draft.wish()).toEqual({
      game: "city",
      seats: [{ who: "me" }, { who: "friend" }],
      options: { gardens: true },
      pace: { kind: "leisurely" },
      listed: false,
      shuffled: true,
      rated: false,
    });
  });

  test("has as many seats as players, the others for programs", () => {
    draft.players = 4;
    expect(draft.wish().seats).toEqual([{ who: "me" }, { who: "friend" }, ADEPT, ADEPT]);
    draft.seats[3] = "anybody";
    draft.players = 3;
    expect(draft.wish().seats).toEqual([{ who: "me" }, { who: "friend" }, ADEPT]);
  });

  test("calls those who share the screen as they are called, and nobody who plays alone", () => {
    draft.names[0] = " Ada ";
    draft.names[1] = "Bo";
    expect(draft.wish().seats[0]).toEqual({ who: "me" });
    draft.seats[1] = "me";
    expect(draft.wish().seats).toEqual([
      { who: "me", name: "Ada" },
      { who: "me", name: "Bo" },
    ]);
    draft.names[1] = " ";
    expect(draft.wish().seats[1]).toEqual({ who: "me" });
  });

  test("waits for somebody only in seats that count", () => {
    expect(draft.isWaiting).toBe(true);
    draft.seats[1] = "level:novice";
    draft.seats[2] = "anybody";
    expect(draft.isWaiting).toBe(false);
    draft.players = 3;
    expect(draft.isWaiting).toBe(true);
  });

  test("counts one's own seats", () => {
    draft.seats[1] = "me";
    draft.seats[2] = "me";
    expect(draft.mySeats).toBe(2);
    draft.players = 3;
    expect(draft.mySeats).toBe(3);
  });

  test("has the options of its number of players, and what was chosen where that is possible", () => {
    draft.options = { gardens: false, side: "random" };
    expect(draft.wish().options).toEqual({ gardens: false });
    draft.players = 3;
    expect(draft.wish().options).toEqual({ gardens: false, side: "random" });
    draft.options["gardens"] = true;
    expect(draft.wish().options).toEqual({ gardens: false, side: "random" });
    draft.players = 2;
    expect(draft.wish().options).toEqual({ gardens: true });
    draft.players = 4;
    expect(draft.wish().options).toEqual({});
  });

  test("has the clock that was chosen", () => {
    [draft.minutes, draft.seconds, draft.days] = [15, 5, 3];
    draft.pace = "live";
    expect(draft.wish().pace).toEqual({ kind: "live", minutes: 15, seconds_a_turn: 5 });
    draft.pace = "days";
    expect(draft.wish().pace).toEqual({ kind: "days", days: 3 });
  });
});
