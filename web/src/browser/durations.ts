/** Durations of the tokens, which are next to nothing where less motion is wanted. */

/** How long something takes; the build may have written it in seconds. */
export function milliseconds(token: string): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  return (parseFloat(text) || 0) * (text.endsWith("ms") ? 1 : 1000);
}
