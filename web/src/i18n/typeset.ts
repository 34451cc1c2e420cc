/** French puts a space before some signs: it must not end a line, with the sign alone at the beginning of the next. */
export const holdTogether = (text: string): string =>
  text.replace(/ (?=[;:?!»])/g, "\u00a0").replace(/« /g, "«\u00a0");

/** Lines that were broken by hand, for a terminal, as one: Chinese has no spaces where they meet. */
export const unbroken = (text: string): string =>
  text.replace(/(?<=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])\n\s*/g, "").replace(/\n\s*/g, " ");

/** Words that stand inside sentences elsewhere, where they begin a line of their own. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A share in whole per cent. */
export const percent = (share: number): number => Math.round(100 * share);

/** A number with so many digits, and a minus as long as a plus: "\u22121.2". */
export const figures = (value: number, digits: number): string =>
  value.toFixed(digits).replace("-", "\u2212");

/** A change with its sign, to so many digits: "+0.8", "−1.2", "±0.0". */
export function signed(change: number, digits: number): string {
  const size = Math.abs(change).toFixed(digits);
  if (Number(size) === 0) return `±${size}`;
  return (change > 0 ? "+" : "") + figures(change, digits);
}
