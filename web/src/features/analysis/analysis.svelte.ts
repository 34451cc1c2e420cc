/** What a strong program thinks of a game: asked for, and followed until it is done. */

import { Attempt } from "../../state/attempt.svelte";
import type { Analysis, JudgedDecision, SeatReview, TurningPoint } from "../../net/contract";
import { get, post } from "../../net/requests";
import { visitor } from "../../state/visitor.svelte";

const SOONEST = 400; // milliseconds from one look to the next, while there is something new
const LATEST = 5000; // and when there was nothing new for a while
const SLOWER = 1.6;

export class AnalysisSession {
  status: Analysis["status"] | null = $state(null);
  /** How many decisions the game has. */
  decisions = $state(0);
  judged: readonly JudgedDecision[] = $state.raw([]);
  /** What is said of each seat, and where the game turned, once that is known. */
  seats: readonly SeatReview[] = $state.raw([]);
  turningPoints: readonly TurningPoint[] = $state.raw([]);
  readonly attempt = new Attempt();

  private readonly byNumber = $derived(new Map(this.judged.map((one) => [one.number, one])));
  private pause = SOONEST;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(private readonly path: string) {}

  /** See whether there is one already. */
  open = () => this.attempt.run(() => this.look());

  start = () =>
    this.attempt.run(async () => {
      await visitor.welcome();
      this.judged = [];
      this.take(await post<Analysis>(`${this.path}/analysis`));
    });

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** What is thought of the move with a number, if it was a choice, and was looked at. */
  of(number: number): JudgedDecision | undefined {
    return this.byNumber.get(number);
  }

  private async look(): Promise<void> {
    this.take(await get<Analysis>(`${this.path}/analysis?since=${this.judged.length}`));
  }

  private take({ status, decisions, judged, seats, turning_points }: Analysis): void {
    [this.seats, this.turningPoints] = [seats ?? [], turning_points ?? []];
    this.pause = judged.length ? SOONEST : Math.min(LATEST, this.pause * SLOWER);
    this.status = status;
    this.decisions = decisions;
    if (judged.length) this.judged = [...this.judged, ...judged];
    if (status === "going") this.lookAgain();
  }

  private lookAgain(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      this.look().catch((failure: unknown) => {
        this.attempt.fail(failure);
        this.pause = LATEST;
        this.lookAgain();
      });
    }, this.pause);
  }
}
