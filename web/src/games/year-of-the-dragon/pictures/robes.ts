/** How persons are drawn, by what their tiles show: the rules give the symbols their meaning, kinds may have any name. */
const HATS: Record<string, string> = {
  hammer: "craftsman",
  dragon: "court-lady",
  rocket: "pyrotechnist",
  coin: "tax-collector",
  helmet: "warrior",
  buddha: "monk",
  mortar: "healer",
  rice: "farmer",
  book: "scholar",
};

export const hatOf = (symbol: string): string => `#hat-${HATS[symbol]}`;

/** A court lady's dragon is drawn as a fan, so that it is not taken for a player's dragon. */
export const symbolOf = (symbol: string): string => `#symbol-${symbol === "dragon" ? "fan" : symbol}`;

/** Where the symbols of a tile stand, one above the other at its right side. */
export function column(count: number): { y: number; size: number }[] {
  const size = Math.min(29, 76 / count);
  const step = Math.min(35, 87 / count);
  return Array.from({ length: count }, (_, place) => ({
    y: 50 - size / 2 + (place - (count - 1) / 2) * step,
    size,
  }));
}
