import { beforeEach, describe, expect, test } from "vitest";
import { viewOf } from "../test-support/samples";
import { refusal, serve, settled, type Asked } from "../test-support/server";
import { StudySession } from "./studySession.svelte";

const DOCUMENT = { game: "emperor-of-china", board: "as it was" };
const STUDY = "POST /studies";

/** A server whose only illegal move is "no": it shows which moves were played. */
const studied = ({ played }: { played: string[] }) =>
  played.includes("no")
    ? refusal(400, "Not now")
    : {
        view: viewOf({ sequence: played.length, legal: ["a", "b"], names: ["", "Bo"] }),
        entries: [],
        asks: null,
      };

let asked: Asked[];
let made: string[];
let session: StudySession;

beforeEach(async () => {
  asked = serve({
    [STUDY]: studied,
    "POST /studies/why-not": { reason: { key: "k", values: {}, text: "No" } },
  });
  made = [];
  session = new StudySession(DOCUMENT, 1, (move) => made.push(move));
  await session.open();
});

describe("a study", () => {
  test("begins at its document, in the eyes of its seat", () => {
    expect(asked[0]?.body).toEqual({ record: DOCUMENT, played: [], seat: 1 });
    expect([session.leaps, session.isAsked, session.choice.legal]).toEqual([true, true, ["a", "b"]]);
  });

  test("calls seats without names by their colours", () => {
    expect(session.view?.names).toEqual(["Purple", "Bo"]);
  });

  test("plays move after move, each one step from what is shown", async () => {
    expect(await session.play("a")).toBe(true);
    expect(await session.play("b")).toBe(true);
    expect(asked.at(-1)?.body).toMatchObject({ played: ["a", "b"] });
    expect([session.played, session.leaps, session.view?.sequence]).toEqual([["a", "b"], false, 2]);
  });

  test("keeps what it shows where a move is refused", async () => {
    await session.play("a");
    expect(await session.play("no")).toBe(false);
    expect(session.attempt.trouble?.text).toBe("Not now");
    expect(session.played).toEqual(["a"]);
  });

  test("takes back one move, or all of them", async () => {
    for (const move of ["a", "b", "a"]) await session.play(move);
    await session.undo();
    expect([session.played, session.leaps]).toEqual([["a", "b"], true]);
    await session.reset();
    expect(session.played).toEqual([]);
  });
});

describe("a move on the board of a study", () => {
  test("is played, and told of", async () => {
    session.choice.make("a");
    await settled();
    expect([session.played, made]).toEqual([["a"], ["a"]]);
  });

  test("is not told of where only the tutorial plays it", async () => {
    await session.play("a");
    expect(made).toEqual([]);
  });

  test("that is not legal is explained", async () => {
    session.choice.make("c");
    await settled();
    expect(asked.at(-1)).toMatchObject({ request: "POST /studies/why-not", body: { move: "c", played: [] } });
    expect(session.choice.reason?.text).toBe("No");
  });

  test("cannot be chosen while the study is locked, and can be again later", async () => {
    session.lock(true);
    expect(session.choice.legal).toEqual([]);
    expect(await session.play("a")).toBe(true);
    expect(session.choice.legal).toEqual([]);
    session.lock(false);
    expect(session.choice.legal).toEqual(["a", "b"]);
  });
});

test("nobody is asked who looks through other eyes than those of the one to move", async () => {
  serve({ [STUDY]: { view: viewOf({ seat: 2, to_move: 1 }), entries: [], asks: null } });
  await session.open();
  expect(session.isAsked).toBe(false);
});
