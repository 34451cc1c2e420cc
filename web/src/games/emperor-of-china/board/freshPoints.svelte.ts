/** Points that have just been scored, to be shown for a moment. */

import { prefersReducedMotion } from "svelte/motion";
import type { Scored } from "../../../net/contract";

const MOMENT = 3200;

export class FreshPoints {
  fresh: readonly Scored[] = $state.raw([]);
  private seen: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ledger: readonly Scored[]) {
    this.seen = ledger.length;
  }

  /** Show what the ledger has more than before. The moment lasts its time, however soon the next move comes. */
  read(ledger: readonly Scored[]): void {
    const fresh = ledger.slice(this.seen);
    this.seen = ledger.length;
    if (!fresh.length || prefersReducedMotion.current) return;
    this.fresh = fresh;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.fresh = []), MOMENT);
  }

  /** Moves were skipped: what they scored is no news any more. */
  skip(ledger: readonly Scored[]): void {
    this.seen = ledger.length;
    this.fresh = [];
    clearTimeout(this.timer);
  }
}
