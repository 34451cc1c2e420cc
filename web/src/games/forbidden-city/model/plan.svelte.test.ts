import { beforeEach, describe, expect, test } from "vitest";
import type { Line, Previewed } from "../../../net/contract";
import { Choice } from "../../../state/choice.svelte";
import { drawCells } from "../../../test-support/city";
import { viewOf } from "../../../test-support/samples";
import { CityPlan } from "./plan.svelte";
import type { CityMove, CityView } from "./view";

const lay = (x: number, turn: number): CityMove => ({ kind: "lay", at: [x, 0], turn });
const MOVES = [lay(1, 0), lay(1, 2), lay(1, 3), lay(2, 1)];
const LEGAL = ["1,0 r0", "1,0 r2", "1,0 r3", "2,0 r1"];
const [face] = drawCells("p0:1");
const own = {
  hand: "tile",
  turns: [0, 1, 2, 3].map((turn) => ({ ...face!, turn })),
  gains: [{ at: [1, 0], turn: 2, amount: 5 }],
};

let sent: string[];
let confirms: boolean;
let choice: Choice;
let plan: CityPlan;

function begin(pending: string | null = null): void {
  choice = new Choice({
    preview: () => new Promise<Previewed>(() => {}),
    explainRefusal: () => Promise.resolve(null),
    send: (move, isConfirmed): Promise<Line | null> => {
      sent.push(isConfirmed ? `${move}!` : move);
      return Promise.resolve(null);
    },
    confirms: () => confirms,
  });
  choice.begin(pending ? [] : LEGAL, pending);
  plan = new CityPlan(viewOf({ legal: LEGAL, moves: MOVES, pending, own } as never) as CityView, choice);
}

beforeEach(() => {
  sent = [];
  confirms = true;
  begin();
});

test("a tile that nobody has turned yet lies as it pays most; then as it was turned, or as it fits", () => {
  expect(plan.moveTo([1, 0])).toBe("1,0 r2");
  expect(plan.moveTo([2, 0])).toBe("2,0 r1");
  plan.turnBy(1);
  plan.turnBy(1);
  plan.turnBy(1);
  expect(plan.moveTo([1, 0])).toBe("1,0 r3");
  expect(plan.moveTo([2, 0])).toBe("2,0 r1");
});

test("where nothing is played, what a cell would pay is to be found out", () => {
  const never = () => Promise.reject(new Error("not asked"));
  choice = new Choice({ preview: never, explainRefusal: never, send: never });
  choice.begin(LEGAL);
  plan = new CityPlan(viewOf({ legal: LEGAL, moves: MOVES, own } as never) as CityView, choice);
  expect([plan.gains.size, plan.moveTo([1, 0])]).toEqual([0, "1,0 r0"]);
});

describe("where moves are to be confirmed", () => {
  test("a chosen cell waits, is turned by a touch, and is laid when it is confirmed", () => {
    plan.touch("1,0 r2", false);
    expect([plan.isChosen, plan.placement?.turn, sent]).toEqual([true, 2, []]);
    plan.touch("1,0 r2", false);
    expect([plan.isChosen, plan.placement?.turn]).toEqual([true, 3]);
    plan.layChosen();
    expect(sent).toEqual(["1,0 r3!"]);
  });

  test("looking elsewhere changes nothing; touching elsewhere chooses that, and taking it back nothing", () => {
    plan.make("1,0 r2");
    plan.preview("2,0 r1");
    plan.preview(null);
    expect(plan.placement).toEqual(lay(1, 2));
    plan.touch("2,0 r1", false);
    expect([plan.isChosen, plan.placement]).toEqual([true, lay(2, 1)]);
    plan.takeBack();
    expect([plan.isChosen, plan.placement, sent]).toEqual([false, null, []]);
    plan.layChosen();
    expect(sent).toEqual([]);
  });

  test("the same key chooses and confirms", () => {
    plan.make("1,0 r2");
    plan.make("1,0 r2");
    expect(sent).toEqual(["1,0 r2!"]);
  });

  test("what something else looks at is not chosen", () => {
    plan.make("1,0 r2");
    choice.preview("2,0 r1");
    plan.layChosen();
    expect([plan.isChosen, sent]).toEqual([false, []]);
  });

  test("a tile that waits on the server is turned, too", () => {
    begin("1,0 r0");
    expect([plan.isWaiting, plan.mayTurn]).toEqual([true, true]);
    plan.turnBy(1);
    expect(sent).toEqual(["1,0 r2"]);
  });
});

describe("where they are not", () => {
  beforeEach(() => (confirms = false));

  test("a click lays the tile", () => {
    plan.touch("1,0 r2", false);
    expect(sent).toEqual(["1,0 r2"]);
  });

  test("a finger chooses first, and a second touch turns", () => {
    plan.touch("1,0 r2", true);
    plan.touch("1,0 r2", true);
    expect([plan.placement?.turn, sent]).toEqual([3, []]);
    plan.layChosen();
    expect(sent).toEqual(["1,0 r3"]);
  });
});

test("on a cell on which it fits one way, a tile cannot be turned", () => {
  plan.preview("2,0 r1");
  expect(plan.mayTurn).toBe(false);
  plan.turnBy(1);
  expect(plan.placement).toEqual(lay(2, 1));
});
