/** Something beside a place of the board: above everything, and of its own size however the board is zoomed. */

import { clamp } from "../../../ui/clamp";

export interface Pixels {
  x: number;
  y: number;
}

const GAP = 10; // pixels between a card and what it is about

/** Where a card of a size lies that is about what reaches from `start` to `end`: beside it, else above or below it, and not
 * over what ends at `top` if it can be. */
export function placeBeside(start: Pixels, end: Pixels, wide: number, high: number, top: number): Pixels {
  const level = clamp((start.y + end.y - high) / 2, GAP, innerHeight - high - GAP);
  if (end.x + GAP + wide < innerWidth) return { x: end.x + GAP, y: level };
  if (start.x - GAP - wide > 0) return { x: start.x - GAP - wide, y: level };
  const x = clamp((start.x + end.x - wide) / 2, GAP, innerWidth - wide - GAP);
  const [above, below] = [start.y - high - GAP, end.y + GAP];
  return { x, y: above < top && below + high < innerHeight ? below : above };
}

/** `<div popover="manual" {@attach floating}>`: shown as long as it is in the page. */
export function floating(element: HTMLElement): void {
  element.showPopover();
}
