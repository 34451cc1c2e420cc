const NEAR = 40; // pixels from the end that still count as there

/** Keep what is added at the end in sight, also when it was hidden before: `<div {@attach stayAtEnd}>`. Who reads further up
 * is left in peace. */
export function stayAtEnd(log: HTMLElement): () => void {
  let isAtEnd = true;
  const look = () => (isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR);
  const goOn = () => {
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  };
  const added = new MutationObserver(goOn);
  added.observe(log, { childList: true, subtree: true });
  const shown = new ResizeObserver(goOn);
  shown.observe(log);
  log.addEventListener("scroll", look);
  return () => {
    added.disconnect();
    shown.disconnect();
    log.removeEventListener("scroll", look);
  };
}
