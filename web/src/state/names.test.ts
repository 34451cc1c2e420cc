import { describe, expect, test } from "vitest";
import english from "../made/en.json";
import { lineOf, seatOf, tableOf, viewOf } from "../test-support/samples";
import { programName, seatName, tellAs, tellLine, waitingName, withNames } from "./names";

const program = (seat: number, name: string) => seatOf(seat, { who: "program", name, person: null });
const ADEPT = english["browser.level.adept"];
const [PURPLE, YELLOW] = [english["seat.1"], english["seat.2"]];

describe("a seat at a table", () => {
  test("is called by the name of its person", () => {
    const table = tableOf({ seats: [seatOf(1, { name: "Li" }), seatOf(2, { name: "Bo" })] });
    expect([1, 2].map((seat) => seatName(table, seat))).toEqual(["Li", "Bo"]);
  });

  test("is free while it has no name", () => {
    const seats = [seatOf(1, { name: "" }), seatOf(2)];
    expect(seatName(tableOf({ seats }), 1)).toBe(english["browser.seat.free"]);
  });

  test("of one of several with the same name is told apart by its colour", () => {
    const table = tableOf({ seats: [seatOf(1, { name: "Li" }), seatOf(2, { name: "Li" })] });
    expect([1, 2].map((seat) => seatName(table, seat))).toEqual([`Li (${PURPLE})`, `Li (${YELLOW})`]);
  });

  test("has no colour before the game begins, since seats may be shuffled", () => {
    const seats = [seatOf(1, { name: "Li" }), seatOf(2, { name: "Li" })];
    expect(seatName(tableOf({ seats, view: null }), 1)).toBe("Li");
  });

  test("of a person with several seats is called by its colour", () => {
    const seats = [1, 2].map((seat) => seatOf(seat, { name: "Li", person: "li" }));
    expect(seatName(tableOf({ seats }), 2)).toBe(YELLOW);
  });

  test("of a person with several seats is called by a name of its own, where it has one", () => {
    const seats = ["Li", "Bo"].map((name, index) => seatOf(index + 1, { name, person: "li" }));
    expect([1, 2].map((seat) => seatName(tableOf({ seats }), seat))).toEqual(["Li", "Bo"]);
  });

  test("of a program is called by its level, and by its colour where there are two", () => {
    const two = tableOf({ seats: [program(1, "level:adept"), program(2, "level:adept")] });
    const one = tableOf({ seats: [program(1, "level:adept"), seatOf(2)] });
    expect(seatName(two, 1)).toBe(`${ADEPT} (${PURPLE})`);
    expect(seatName(one, 1)).toBe(ADEPT);
  });

  test("has its name in views as well", () => {
    const table = tableOf({ seats: [seatOf(1, { name: "Li" }), program(2, "random")] });
    const view = withNames(viewOf({ names: ["x", "y"], sequence: 4 }), table);
    expect(view.names).toEqual(["Li", english["browser.program.random"]]);
    expect(view.sequence).toBe(4);
  });
});

test("a program without a name in this language keeps its own", () => {
  expect(programName("mcts:500")).toBe("mcts:500");
  expect(programName("level:unheard-of")).toBe("level:unheard-of");
});

test("namesakes who wait for a game are numbered, all others are not", () => {
  const seats = [seatOf(1, { name: "Li" }), seatOf(2, { name: "Bo" }), seatOf(3, { name: "Li" })];
  const table = tableOf({ seats, view: null });
  expect(seats.map((seat) => waitingName(table, seat))).toEqual(["Li (1)", "Bo", "Li (2)"]);
});

test("programs of one kind are not namesakes", () => {
  const table = tableOf({ seats: [program(1, "random"), program(2, "random")], view: null });
  expect(table.seats.map((seat) => waitingName(table, seat))).toEqual(["random", "random"]);
});

describe("what the server has to say", () => {
  const line = lineOf("", { key: "shown.emperor-of-china.log.house", values: { seat: 1, region: "Wei" } });

  test("calls seats by their names", () => {
    const table = tableOf({ seats: [seatOf(1, { name: "Li" }), seatOf(2, { name: "Li" })] });
    expect(tellLine(line, table)).toContain(`Li (${PURPLE}) `);
  });

  test("leaves out the colour of a program where it is plain which one is meant", () => {
    const table = tableOf({ seats: [program(1, "level:adept"), program(2, "level:adept")] });
    expect(tellLine(line, table)).toContain(`${ADEPT} (${PURPLE}) `);
    expect(tellLine(line, table, 1)).toContain(`${ADEPT} `);
    expect(tellLine(line, table, 1)).not.toContain(PURPLE);
  });

  test("does not break the names of places", () => {
    expect(tellAs(lineOf("from wei-2 to x-y", { key: "none" }), String)).toBe("from wei\u20112 to x-y");
  });
});
