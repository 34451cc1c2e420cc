/** French puts a space before some signs: it must not end a line, with the sign alone at the beginning of the next. */
export const holdTogether = (text: string): string =>
  text.replace(/ (?=[;:?!»])/g, "\u00a0").replace(/« /g, "«\u00a0");

/** Words that stand inside sentences elsewhere, where they begin a line of their own. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A share in whole per cent. */
export const percent = (share: number): number => Math.round(100 * share);
