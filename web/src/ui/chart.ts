/** Charts of all seats. */

/** Across and up, from 0 to 1. */
export interface Place {
  across: number;
  up: number;
}

/** A figure at the edge of a chart. */
export interface Mark {
  at: number;
  text: string;
}

/** A line through places, in the units of a drawing. */
export function pathOf(
  line: readonly Place[],
  x: (across: number) => number,
  y: (up: number) => number,
): string {
  return `M${line.map(({ across, up }) => `${x(across)} ${y(up)}`).join("L")}`;
}

/** How high signs stand so that none covers another, in the order of their lines and as near to them as can be. Heights
 * grow downwards, as in every picture. */
export function standApart(heights: readonly number[], ground: number, sign: number): number[] {
  const placed = [...heights];
  const order = placed.map((_, seat) => seat).sort((a, b) => heights[b]! - heights[a]!);
  let floor = ground + sign / 2;
  for (const seat of order) floor = (placed[seat] = Math.min(placed[seat]!, floor)) - sign;
  // a sign that was pushed over the upper edge pushes the others down again
  let ceiling = sign / 2;
  for (const seat of order.toReversed()) ceiling = (placed[seat] = Math.max(placed[seat]!, ceiling)) + sign;
  return placed;
}
