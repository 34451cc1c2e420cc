/** Charts of all seats. */

/** How high signs stand, from the lowest up, so that none covers another. Heights grow downwards, as in every picture. */
export function standApart(heights: readonly number[], ground: number, sign: number): number[] {
  const placed = [...heights];
  const order = placed.map((_, seat) => seat).sort((a, b) => heights[b]! - heights[a]!);
  let floor = ground + sign / 2;
  for (const seat of order) floor = (placed[seat] = Math.min(placed[seat]!, floor)) - sign * 0.8;
  return placed;
}
