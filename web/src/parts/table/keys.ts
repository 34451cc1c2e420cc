/** Keys that work wherever the focus is, except where somebody types, and in dialogs. */

export type Keys = Record<string, () => void>;

export function handleKey(event: KeyboardEvent, keys: Keys): void {
  const target = event.target as Element;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input, textarea, select, dialog")) return;
  if (event.key === "Enter" && target.closest("button, a, [role=button], summary")) return; // it has its own
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** From nowhere in particular the arrow keys lead to the first place that can be chosen, else to the first button. */
export function enterBoard(): void {
  if (!document.activeElement?.matches("body, h1")) return;
  const spot = document.querySelector<HTMLElement | SVGElement>("[data-spot]");
  (spot ?? document.querySelector<HTMLElement>(".ask .hand .button:enabled"))?.focus();
}
