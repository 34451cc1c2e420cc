import { expect, test } from "vitest";
import { paid } from "../test-support/samples";
import { gainsOf } from "./gains";

test("gains are the sums of each seat, in the order of their first payment", () => {
  const ledger = [paid(2, 3), paid(1, 4), paid(2, -1), paid(3, 0)];
  expect(gainsOf(ledger)).toEqual([
    { seat: 2, amount: 2 },
    { seat: 1, amount: 4 },
    { seat: 3, amount: 0 },
  ]);
  expect(gainsOf([])).toEqual([]);
});
