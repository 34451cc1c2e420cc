/** Points that have just been scored, to be shown for a moment. */

import { prefersReducedMotion } from "svelte/motion";
import type { Scored } from "../../server/contract";

const MOMENT = 3200;

export class News {
  fresh: readonly Scored[] = $state.raw([]);
  private seen: number;

  constructor(ledger: readonly Scored[]) {
    this.seen = ledger.length;
  }

  /** Show what the ledger has more than before; returns what ends the moment early. */
  read(ledger: readonly Scored[]): () => void {
    const fresh = ledger.slice(this.seen);
    this.seen = ledger.length;
    if (!fresh.length || prefersReducedMotion.current) return () => {};
    this.fresh = fresh;
    const timer = setTimeout(() => (this.fresh = []), MOMENT);
    return () => clearTimeout(timer);
  }
}
