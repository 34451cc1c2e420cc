/** What board and hand are given to choose with: that of the question, or, while something is played back, nothing. */

import { untrack } from "svelte";
import type { GameFace } from "../../board/face";
import { Choice } from "../../state/choice.svelte";
import type { Playback } from "../../state/playback.svelte";
import type { TableSession } from "../../state/tableSession.svelte";

const never = () => Promise.reject(new Error("nothing can be chosen now"));
const NOTHING = new Choice({ preview: never, explainRefusal: never, send: never });

export class StagePlan {
  constructor(
    private readonly face: () => GameFace,
    private readonly session: TableSession,
    private readonly playback: Playback,
  ) {}

  /** A plan lasts as long as the question, not as long as the view: talk must not drop what was picked up. */
  asked: string = $derived.by(() => {
    const { state } = this.session;
    return state ? `${state.sequence} ${state.eyes} ${state.status}` : "";
  });
  choice: Choice = $derived.by(() => (this.playback.isPlaying ? NOTHING : this.session.choice));
  plan: unknown = $derived.by(() => (this.playback.isPlaying ? this.played : this.own));

  private own: unknown = $derived.by(() => {
    void this.asked;
    return untrack(() => this.face().makePlan(this.session.view!, this.session.choice));
  });
  private played: unknown = $derived.by(() => {
    void this.playback.table; // one for each move
    return untrack(() => this.face().makePlan(this.playback.view!, NOTHING));
  });
}
