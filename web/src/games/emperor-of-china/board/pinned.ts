/** Keep something in sight, however far the stage is zoomed: it lies in the top layer, at a corner of what is seen of the stage. */

const MARGIN = 8;

export function pinToStage(isTopLeft: boolean) {
  return (card: HTMLElement): void => {
    const seen = freeOf(card).getBoundingClientRect();
    card.showPopover();
    if (isTopLeft) {
      card.style.left = `${seen.left + MARGIN}px`;
      card.style.top = `${seen.top + MARGIN}px`;
    } else {
      card.style.right = `${document.documentElement.clientWidth - seen.right + MARGIN}px`;
      card.style.bottom = `${innerHeight - seen.bottom + MARGIN}px`;
    }
  };
}

/** What is seen of the stage: nothing lies over it. */
export function freeOf(inner: HTMLElement): Element {
  return inner.closest(".free") ?? inner.parentElement!;
}
