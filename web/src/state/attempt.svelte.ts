/** Something asked of the server from a form or a button: whether it is under way, and what went wrong. */

import type { Line } from "../net/contract";
import { troubleOf } from "../net/trouble";

export class Attempt {
  busy = $state(false);
  trouble: Line | null = $state.raw(null);

  /** Run it, unless something is under way. Whether it went well. */
  async run(action: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = null;
    try {
      await action();
      return true;
    } catch (failure) {
      this.fail(failure);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** What went wrong, for somebody else to show. */
  takeTrouble(): Line | null {
    const { trouble } = this;
    this.trouble = null;
    return trouble;
  }

  /** Tell of something that went wrong while nothing was under way. */
  fail(failure: unknown): void {
    this.trouble = troubleOf(failure);
  }
}
