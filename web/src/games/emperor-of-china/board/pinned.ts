/** Keep something in sight, however far the stage is zoomed: it lies in the top layer, at a corner of what is seen of the stage. */

const MARGIN = 8;

export function pinToStage(isLeft: boolean) {
  return (card: HTMLElement): void => {
    const seen = clipOf(card).getBoundingClientRect();
    card.showPopover();
    card.style.bottom = `${innerHeight - seen.bottom + MARGIN}px`;
    if (isLeft) card.style.left = `${seen.left + MARGIN}px`;
    else card.style.right = `${document.documentElement.clientWidth - seen.right + MARGIN}px`;
  };
}

/** The element that cuts off what does not fit into it. */
export function clipOf(inner: HTMLElement): Element {
  let outer = inner.parentElement!;
  while (outer.parentElement && getComputedStyle(outer).overflow === "visible") outer = outer.parentElement;
  return outer === document.documentElement ? inner.parentElement! : outer;
}
