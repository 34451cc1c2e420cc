/** A study: a position, and moves tried from it. Nobody else sees it, and nothing is kept: every answer of the server
 * follows from the document and the moves. So whatever was played can be taken back, also what drew a card.
 *
 *     const session = new StudySession(document);      // in the view of the seat to move
 *     const session = new StudySession(document, 2);   // in the view of seat 2; moves of others come by `play`
 *     await session.open();
 *     await session.play("house wei-2 red");           // false, and `attempt.trouble`, where it is refused
 */

import { Attempt } from "./attempt.svelte";
import type { Entry, Previewed, Reason, Studied, View } from "../net/contract";
import { post } from "../net/requests";
import { sayOf } from "../i18n/say";
import { Choice } from "./choice.svelte";

/** A record or a position document (docs/record.md). */
export type StudyDocument = { game: string } & Record<string, unknown>;

export class StudySession {
  /** The moves that were played, of any seat; the server adds forced moves by itself. */
  played: readonly string[] = $state.raw([]);
  /** What the server told of them last. */
  private shown: Studied | null = $state.raw(null);
  /** Whether more than one move, or a step back, lies between this view and the one that was shown before. */
  leaps = $state(true);
  /** Nothing can be chosen; `play` still plays. */
  private isLocked = $state(false);
  readonly attempt = new Attempt();

  readonly choice: Choice = new Choice({
    preview: (move) => this.ask<Previewed>("/preview", { move }),
    explainRefusal: async (move) => (await this.ask<Reason>("/why-not", { move })).reason,
    send: async (move) => {
      if (!(await this.play(move))) return this.attempt.takeTrouble();
      this.onmove(move);
      return null;
    },
  });

  /** `onmove` is told of the moves that were made on the board, once they are played. */
  constructor(
    readonly document: StudyDocument,
    readonly seat: number | null = null,
    private readonly onmove: (move: string) => void = () => {},
  ) {}

  view: View | null = $derived.by(() => {
    const view = this.shown?.view;
    return view
      ? { ...view, names: view.scores.map((_, index) => view.names[index] || colourOf(index + 1)) }
      : null;
  });
  /** Everything that happened since the document, as the log tells it. */
  entries: readonly Entry[] = $derived(this.shown?.entries ?? []);
  asks = $derived(this.shown?.asks ?? null);
  /** Whether the seat through whose eyes one looks may move. */
  isAsked = $derived(
    this.view !== null && this.view.to_move !== null && this.view.to_move === this.view.seat,
  );

  open(): Promise<boolean> {
    return this.show([], true);
  }

  /** Plays a move of the seat to move; whether it could be played. */
  play(move: string): Promise<boolean> {
    return this.show([...this.played, move]);
  }

  /** Take back the last move, and what it forced. */
  undo = (): Promise<boolean> => this.show(this.played.slice(0, -1), true);

  reset = (): Promise<boolean> => this.show([], true);

  lock(isLocked: boolean): void {
    this.isLocked = isLocked;
    this.begin();
  }

  private show(played: readonly string[], leaps = false): Promise<boolean> {
    return this.attempt.run(async () => {
      const shown = await this.ask<Studied>("", {}, played);
      [this.played, this.shown, this.leaps] = [played, shown, leaps];
      this.begin();
    });
  }

  private begin(): void {
    this.choice.begin(this.isLocked ? [] : (this.shown?.view.legal ?? []));
  }

  private ask<Answer>(path: string, more: object, played = this.played): Promise<Answer> {
    const { document, seat } = this;
    return post<Answer>(`/studies${path}`, { record: document, played, seat, ...more });
  }
}

const colourOf = (seat: number): string => sayOf(`seat.${seat}`, "");
