import { expect, test, vi } from "vitest";
import { Choice } from "../../../state/choice.svelte";
import { wishFor } from "./wish";
import type { Person } from "./view";

const FARMER: Person = { kind: "farmer", age: "old", symbol: "rice", symbols: 2, value: 1 };

/** A choice among cards; when one was sent, these moves are asked for. */
function choosing(...after: string[]) {
  const sent: string[] = [];
  const choice: Choice = new Choice({
    preview: () => Promise.reject(new Error("not asked for")),
    explainRefusal: () => Promise.resolve(null),
    send: (move) => {
      sent.push(move);
      choice.begin(after);
      return Promise.resolve(null);
    },
  });
  choice.begin(["card farmer", "card wild"]);
  return { choice, sent };
}

test("a person that is clicked is taken after its card", async () => {
  const { choice, sent } = choosing("take young farmer", "take old farmer");
  wishFor(choice, FARMER).make("card farmer");
  await vi.waitFor(() => expect(sent).toEqual(["card farmer", "take old farmer"]));
});

test("where the card took the person by itself nothing more is done", async () => {
  const { choice, sent } = choosing("palace 1", "palace 2");
  wishFor(choice, FARMER).make("card farmer");
  await vi.waitFor(() => expect(choice.legal).toEqual(["palace 1", "palace 2"]));
  expect(sent).toEqual(["card farmer"]);
});

test("a card that may not be played is not sent", () => {
  const { choice, sent } = choosing();
  wishFor(choice, FARMER).make("card monk");
  expect(sent).toEqual([]);
});
