/** Something beside a place of the board: above everything, and of its own size however the board is zoomed. */

export interface Pixels {
  x: number;
  y: number;
}

/** `<div popover="manual" {@attach floating}>`: shown as long as it stands in the page. */
export function floating(element: HTMLElement): void {
  element.showPopover();
}
