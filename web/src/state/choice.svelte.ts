/** The moves that the person at the screen may make now, and the one that they are about to make.
 *
 * `preview` shows what a move would do, `make` sends it. A move that is not legal is answered with the server's reason.
 */

import type { Line, Previewed } from "../net/contract";
import { troubleOf } from "../net/trouble";

/** The requests of a table, a study or a review that a choice needs. */
interface ChoiceRequests {
  preview: (move: string) => Promise<Previewed>;
  explainRefusal: (move: string) => Promise<Line | null>;
  /** Sends a move; if it is refused and the same question is still asked, answers why. */
  send: (move: string, isConfirmed: boolean) => Promise<Line | null>;
  /** Whether a move that is made waits to be confirmed; absent: nothing is played, but only tried or looked at. */
  confirms?: () => boolean;
}

export class Choice {
  /** Moves that may be made now; none while another is to move, and while a move waits or is on its way. */
  legal: readonly string[] = $state.raw([]);
  /** The move that is previewed, before it is made. */
  previewing: string | null = $state(null);
  /** What that move would do, once the server has answered. */
  previewed: Previewed | null = $state.raw(null);
  /** The move that waits to be confirmed, and what it will do. */
  private pending: string | null = null;
  private pendingPreview: Previewed | null = $state.raw(null);
  /** Why the last move that was tried is not legal. */
  reason: Line | null = $state.raw(null);

  constructor(private readonly requests: ChoiceRequests) {}

  /** What the previewed move would do; without one, what the move that waits to be confirmed will do. */
  effect: Previewed | null = $derived(this.previewed ?? this.pendingPreview);

  /** Begins a new question: the preview is forgotten, unless it is of the move that now waits to be confirmed. */
  begin(legal: readonly string[], pending: string | null = null): void {
    this.legal = legal;
    this.pending = pending;
    this.pendingPreview = pending === this.previewing ? this.previewed : null;
    this.preview(null);
    this.reason = null;
    if (pending === null || this.pendingPreview) return;
    void this.requests
      .preview(pending)
      .then((previewed) => {
        if (this.pending === pending) this.pendingPreview = previewed;
      })
      .catch(() => {});
  }

  /** Whether it is of a game that is played; in a puzzle or a tutorial the best move is to be found. */
  get isPlayed(): boolean {
    return this.requests.confirms !== undefined;
  }

  /** Whether a move that is made waits to be confirmed. */
  get confirms(): boolean {
    return this.requests.confirms?.() ?? false;
  }

  may(move: string): boolean {
    return this.legal.includes(move);
  }

  /** Previews a legal move, or none. */
  preview(move: string | null): void {
    if (move === this.previewing) return;
    this.previewing = move;
    this.previewed = null;
    if (move === null) return;
    this.reason = null;
    void this.requests
      .preview(move)
      .then((previewed) => {
        if (this.previewing === move) this.previewed = previewed;
      })
      .catch(() => {}); // a preview that fails is worth no message
  }

  /** Makes a legal move; one that is not legal is explained. */
  make(move: string): void {
    if (!this.may(move)) return this.explainRefusal(move);
    void this.type(move);
  }

  /** Makes a legal move that was confirmed where it was chosen: it does not wait. */
  makeConfirmed(move: string): void {
    if (this.may(move)) void this.showReason(this.requests.send(move, true));
  }

  /** Asks the server why a move is not legal, and shows the reason. */
  explainRefusal(move: string): void {
    if (this.may(move)) return;
    void this.showReason(this.requests.explainRefusal(move).catch(troubleOf)); // one that cannot be read has a reason as well
  }

  /** Makes a move that somebody typed, perhaps in a shorter form than it has in the list of legal moves. Where the server
   * refuses it, the refusal is the reason. */
  async type(text: string): Promise<void> {
    this.reason = null;
    await this.showReason(this.requests.send(text, false));
  }

  /** Shows a reason once it is known, unless another question is asked by then. */
  private async showReason(asked: Promise<Line | null>): Promise<void> {
    const { legal } = this;
    const reason = await asked;
    if (legal === this.legal) this.reason = reason;
  }
}
