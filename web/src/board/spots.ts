/** Places on a board that can be looked at and chosen, by mouse, finger, or keys.
 *
 * A mouse looks by hovering and chooses by a click; a finger looks by the first tap and chooses by the second; keys look by
 * walking there and choose by Enter or the space bar.
 */

import type { Choice } from "../state/choice.svelte";

let wasLookedAt = false; // before the finger came down, which also moves the focus

/** What previews and makes a move: the choice itself, or a game's plan that first asks how. */
export type Chooser = Pick<Choice, "previewing" | "preview" | "make">;

/** What makes an element a spot of a move: `<g {...spot(choice, move, name)}>`. */
export function spot(choice: Chooser, move: string, name: string) {
  return {
    role: "button",
    tabindex: 0,
    "data-spot": move,
    "aria-label": name,
    onpointerenter: (event: PointerEvent) => event.pointerType === "mouse" && choice.preview(move),
    onpointerleave: (event: PointerEvent) => event.pointerType === "mouse" && choice.preview(null),
    onpointerdown: () => (wasLookedAt = choice.previewing === move),
    onfocus: () => choice.preview(move),
    onclick: (event: MouseEvent) => {
      const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
      if (isFinger && !wasLookedAt) choice.preview(move);
      else choice.make(move);
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choice.make(move);
    },
  };
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** All that can be chosen on a board and in a hand, without what confirms it. */
export const PLACES =
  ".board [data-spot], .ask .hand :is([data-spot], button:enabled:not([aria-disabled=true], .acts *, .asking *))";

/** Walk to the next spot in the direction of an arrow key: `<div onkeydown={walk}>` around spots. */
export function walk(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (!step || !(event.currentTarget instanceof Element)) return;
  const spots = [...event.currentTarget.querySelectorAll<HTMLElement | SVGElement>("[data-spot]")];
  const here = spots.find((spot) => spot === document.activeElement);
  const next = here ? nearest(here, spots, step) : spots[0];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The next place in the direction of an arrow key. */
export function walkFrom<Spot extends Element>(here: Element, spots: Spot[], key: string): Spot | null {
  const step = STEPS[key];
  return step ? nearest(here, spots, step) : null;
}

function nearest<Spot extends Element>(
  here: Element,
  spots: Spot[],
  [dx, dy]: readonly [number, number],
): Spot | null {
  const [x, y] = middle(here);
  let best: Spot | null = null;
  let shortest = Infinity;
  for (const spot of spots) {
    const [right, down] = [middle(spot)[0] - x, middle(spot)[1] - y];
    const ahead = right * dx + down * dy;
    const aside = Math.abs(right * dy) + Math.abs(down * dx);
    const way = ahead + 2 * aside; // straight on is nearer than aslant
    if (ahead > 1 && way < shortest) [best, shortest] = [spot, way];
  }
  return best;
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
