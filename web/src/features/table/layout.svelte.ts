/** How the parts of a table lie on a window: beside the board, above it, or in one strip. Style sheets know it by classes. */

import { MediaQuery } from "svelte/reactivity";

export class Layout {
  private readonly low = new MediaQuery("(max-height: 500px) and (orientation: landscape)");
  private readonly upright = new MediaQuery("(max-width: 720px) and (orientation: portrait)");
  private readonly middle = new MediaQuery("(max-width: 1000px)");

  /** `drawsSeats`: whether the board shows the seats, so that there is no row of them. */
  classes(drawsSeats: boolean) {
    const [isLow, isPhone] = [this.low.current, this.upright.current && !this.low.current];
    return {
      low: isLow,
      phone: isPhone,
      middle: this.middle.current && !isLow && !isPhone,
      drawn: drawsSeats,
      /** Title and tools lie in one strip rather than on plaques. */
      barred: isLow || this.middle.current || drawsSeats,
      /** What stands beside the board where there is room is in that strip, too. */
      railless: isLow || isPhone || drawsSeats,
      /** There is room for what is used most. */
      folded: isLow || isPhone,
    };
  }
}
