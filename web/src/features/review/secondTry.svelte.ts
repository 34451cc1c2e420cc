/** A decision of a reviewed game, tried again on its board, or played on to show where the better move leads. */

import { Attempt } from "../../state/attempt.svelte";
import { learned } from "../../state/learned.svelte";
import { moveOf } from "../../state/moves";
import type { Continued, Explanation, JudgedDecision, Move } from "../../net/contract";
import { post } from "../../net/requests";
import type { StudyDocument, StudySession } from "../../state/studySession.svelte";
import { visitor } from "../../state/visitor.svelte";

const PAUSE = 1400; // milliseconds between moves that are played on

/** The move that the analysis prefers to the one that was played. */
export const betterOf = ({ best, explanation }: JudgedDecision): { move: string; parsed: Move } =>
  explanation ? { move: explanation.other, parsed: explanation.other_parsed } : best[0]!;

export class SecondTry {
  /** The game up to the decision. */
  document: StudyDocument | null = $state.raw(null);
  /** What came of the last move that was tried. */
  told: Explanation | null = $state.raw(null);
  tried: Move | null = $state.raw(null);
  /** Whether a move was found that is as good as the best one. */
  isFound = $state(false);
  /** Whether the better move is played on, instead of being looked for. */
  isPlayedOn = $state(false);
  readonly attempt = new Attempt();
  private moves: readonly string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `id`: of the table or record; `path`: its address at the server. */
  constructor(
    private readonly id: string,
    private readonly path: string,
    readonly decision: JudgedDecision,
  ) {}

  /** How many moves were played on so far. */
  shown = $state(0);

  get better(): { move: string; parsed: Move } {
    return betterOf(this.decision);
  }

  open(isPlayedOn: boolean): Promise<boolean> {
    this.isPlayedOn = isPlayedOn;
    return this.attempt.run(async () => {
      const asked = { after: this.decision.number - 1, move: this.better.move };
      const { record, moves } = await post<Continued>(`${this.path}/review/continue`, asked);
      this.moves = moves;
      this.document = record as StudyDocument;
    });
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** A move was made on the board: it is compared with the best one, and taken back where it is worse. */
  async answer(move: string, study: StudySession): Promise<void> {
    const isAnswered = await this.attempt.run(async () => {
      await visitor.welcome();
      const asked = { after: this.decision.number - 1, move, other: this.better.move };
      const told =
        move === this.better.move ? null : await post<Explanation>(`${this.path}/review/compare`, asked);
      this.told = told;
      this.isFound = told === null || told.close || told.points >= 0;
      if (this.isFound) return this.note(study, "found");
      await study.reset();
      this.tried = study.view && moveOf(study.view, move);
    });
    if (!isAnswered) await study.reset();
  }

  /** Plays the better move, and likely ones after it, one by one. */
  playOn(study: StudySession): void {
    this.close();
    if (this.shown === 0) this.note(study, "shown");
    const next = this.moves[this.shown];
    if (next === undefined) return;
    void study.play(next).then((isPlayed) => {
      if (!isPlayed) return;
      this.shown += 1;
      this.timer = setTimeout(() => this.playOn(study), PAUSE);
    });
  }

  pause(): void {
    this.close();
    this.timer = undefined;
  }

  get hasMore(): boolean {
    return this.shown < this.moves.length;
  }

  private note(study: StudySession, how: "found" | "shown"): void {
    learned.add(study.document.game, "mistake", `${this.id}:${this.decision.number}`, how);
  }
}
