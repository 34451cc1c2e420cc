const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How long ago a moment is, in the words of the browser's own language tables: "yesterday", "5 minutes ago". */
export function ago(moment: number, now = Date.now()): string {
  const seconds = Math.max(0, now - moment) / 1000;
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? UNITS.at(-1)!;
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return words.format(-Math.floor(seconds / size), unit);
}
