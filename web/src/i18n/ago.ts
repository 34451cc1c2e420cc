const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How long ago a moment is, in words that browsers know in every language: "yesterday", "5 minutes ago", "now". */
export function ago(moment: number, now = Date.now()): string {
  const seconds = (now - moment) / 1000; // negative where the clock of the server is ahead: "now"
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ["second", Infinity];
  return words.format(-Math.floor(seconds / size), unit);
}
