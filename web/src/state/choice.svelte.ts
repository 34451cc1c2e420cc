/** What the one at the screen may do now, and what they are about to do.
 *
 * Looking (`mean`) shows what a move would do; making it (`make`) sends it. What is tried in vain is answered with the reason.
 */

import type { Line, Previewed } from "../net/contract";
import { troubleOf } from "../net/trouble";

export interface Asks {
  preview: (move: string) => Promise<Previewed>;
  whyNot: (move: string) => Promise<Line | null>;
  send: (move: string) => Promise<void>;
}

export class Choice {
  /** Moves that may be made now; none while another is to move, and while a move waits or is on its way. */
  legal: readonly string[] = $state.raw([]);
  /** The move that is looked at. */
  meant: string | null = $state(null);
  previewed: Previewed | null = $state.raw(null);
  /** The move that waits to be confirmed, and what it will do. */
  private pending: string | null = null;
  private awaited: Previewed | null = $state.raw(null);
  /** Why the last try was in vain. */
  reason: Line | null = $state.raw(null);

  constructor(private readonly asks: Asks) {}

  /** What the move that is looked at would do; else what the one that waits to be confirmed will do. */
  effect: Previewed | null = $derived(this.previewed ?? this.awaited);

  /** A new question: whatever was meant is forgotten, but for what waits to be confirmed now. */
  begin(legal: readonly string[], pending: string | null = null): void {
    this.legal = legal;
    this.pending = pending;
    this.awaited = pending === this.meant ? this.previewed : null;
    this.mean(null);
    this.reason = null;
    if (pending === null || this.awaited) return;
    void this.asks
      .preview(pending)
      .then((previewed) => {
        if (this.pending === pending) this.awaited = previewed;
      })
      .catch(() => {});
  }

  may(move: string): boolean {
    return this.legal.includes(move);
  }

  /** Look at a legal move, or at none. */
  mean(move: string | null): void {
    if (move === this.meant) return;
    this.meant = move;
    this.previewed = null;
    if (move === null) return;
    this.reason = null;
    void this.asks
      .preview(move)
      .then((previewed) => {
        if (this.meant === move) this.previewed = previewed;
      })
      .catch(() => {}); // a look is worth no message
  }

  /** Make a legal move. */
  make(move: string): void {
    if (!this.may(move)) return this.tryOut(move);
    this.reason = null;
    void this.asks.send(move);
  }

  /** Somebody tried what cannot be done: say why. */
  tryOut(move: string): void {
    if (this.may(move)) return;
    const { legal } = this;
    void this.reasonOf(move).then((reason) => {
      if (legal === this.legal) this.reason = reason;
    });
  }

  /** Make a move that somebody typed, perhaps in a shorter form than the list of legal ones has it. */
  async type(text: string): Promise<void> {
    const { legal } = this;
    const reason = this.may(text) ? null : await this.reasonOf(text);
    if (legal !== this.legal) return; // something else is asked now: to that it is no answer
    this.reason = reason;
    if (reason === null) await this.asks.send(text);
  }

  private reasonOf(move: string): Promise<Line | null> {
    return this.asks.whyNot(move).catch(troubleOf); // what cannot even be read is refused, which is a reason, too
  }
}
