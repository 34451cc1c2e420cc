/** Keys that work wherever the focus is, except where somebody types, and in dialogs. */

import { PLACES, walkFrom } from "./spots";

/** What a key does; false: nothing, and the browser may do what it does with it. */
export type Keys = Record<string, () => unknown>;

export function handleKey(event: KeyboardEvent, keys: Keys): void {
  const target = event.target as Element;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input, textarea, select, dialog")) return;
  if (event.key === "Enter" && target.closest("button, a, [role=button], summary")) return; // it has its own
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act && act() !== false) event.preventDefault();
}

const ONCE: readonly string[] = ["Enter", " ", "u", "h"];

/** A key that is held down comes again and again: it would make a move, confirm it, and make the next one. */
export function holdBack(event: KeyboardEvent): void {
  if (!event.repeat || !ONCE.includes(event.key)) return;
  if ((event.target as Element).closest("input, textarea, select")) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Arrow keys lead to a place that can be chosen: from one on the board or in the hand to the next, from elsewhere to
 * the first. In the log they scroll it. */
function walkPlaces(key: string): boolean {
  const here = document.activeElement;
  if (here?.closest("[role=log]")) return false;
  const places = [...document.querySelectorAll<HTMLElement | SVGElement>(PLACES)].filter((place) =>
    place.checkVisibility(),
  );
  const next = places.find((place) => place === here) ? walkFrom(here!, places, key) : places[0];
  next?.focus();
  return !!next;
}

/** They do this wherever a game is played. */
export const ARROWS: Keys = Object.fromEntries(
  ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => [key, () => walkPlaces(key)]),
);

/** Moves the focus to the first place that can be chosen; false where there is none. */
export const walkToFirst = (): boolean => walkPlaces("");

/** Moves the focus to the first place of a new question, if the element that had it is gone: people who play by keys go on
 * by keys. */
export function goOn(): void {
  if (!document.activeElement || document.activeElement === document.body) walkToFirst();
}
