import { expect, test } from "vitest";
import { placeBubble } from "./tip";

const SEEN = { left: 0, top: 0, right: 1000, bottom: 800 };

test("a bubble that is wider than high lies above its place: no way is shorter", () => {
  expect(placeBubble([500, 400], [200, 100], 20, SEEN, [])).toEqual([400, 280]);
});

test("a bubble that is higher than wide lies to the right of its place", () => {
  expect(placeBubble([500, 400], [100, 200], 20, SEEN, [])).toEqual([520, 300]);
});

test("a bubble rather lies elsewhere than over another place", () => {
  expect(placeBubble([500, 400], [200, 100], 20, SEEN, [[450, 320]])).toEqual([400, 420]);
});

test("a bubble never leaves what is seen, nor covers its place at the edge", () => {
  expect(placeBubble([950, 400], [200, 100], 20, SEEN, [])).toEqual([800, 280]);
  expect(placeBubble([5, 5], [200, 100], 20, SEEN, [])).toEqual([0, 25]);
});
