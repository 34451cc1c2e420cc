/** Boards above a rule that was asked for are drawn after it is in sight: it stays there until somebody moves on. */

const MOVES_ON = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Keep the rule that the address names in its place while a text grows; ends by itself, or by what it returns. */
export function holdTarget(text: HTMLElement): () => void {
  const observer = new ResizeObserver(() => text.querySelector(":target")?.scrollIntoView());
  observer.observe(text);
  const ended = new AbortController();
  const end = () => {
    observer.disconnect();
    ended.abort();
  };
  for (const event of MOVES_ON) addEventListener(event, end, { passive: true, signal: ended.signal });
  return end;
}
