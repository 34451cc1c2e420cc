/** The number nearest to `value` that is neither too small nor too large. */
export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));
