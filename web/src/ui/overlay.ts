/** A panel that lies over a screen for as long as it is open: Escape and a press beside it close it, and the focus goes back
 * to where it was. The panel has an id; what opens it names that in `aria-controls`, and closes it by itself. */

export function overlay(onclose: () => void) {
  return (panel: HTMLElement) => {
    const before = document.activeElement;
    const isBeside = (target: Element) =>
      !panel.contains(target) && !target.closest(`[aria-controls="${panel.id}"], dialog, [popover]`);

    function press({ target }: PointerEvent): void {
      if (target instanceof Element && isBeside(target)) onclose();
    }
    function escape(event: KeyboardEvent): void {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const { target } = event;
      const isElsewhere = target instanceof Element && target.closest("dialog, input, textarea, select");
      if (isElsewhere && !panel.contains(target)) return;
      event.preventDefault();
      event.stopPropagation();
      onclose();
    }

    document.addEventListener("pointerdown", press, { capture: true });
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", press, { capture: true });
      document.removeEventListener("keydown", escape);
      const here = document.activeElement;
      const isLost = !here || here === document.body || panel.contains(here);
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  };
}
