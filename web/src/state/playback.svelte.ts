/** Plays what happened at a table: stands between its session and the screen, and shows one step after the other.
 *
 * What is shown lags behind what is known, and catches up at once with `skip`. While something is played nothing can be
 * chosen, so whoever wants to act skips first.
 */

import { milliseconds } from "../browser/durations";
import { settings, type Speed } from "../browser/settings.svelte";
import type { Scored, TableState, View } from "../net/contract";
import type { Deed, Step } from "./deeds";
import { tellAll, type Told } from "./log";
import { withNames } from "./names";
import { deedsSince, growthOf, isDecision, partsOf, stepsOf, toldSince, unpaid } from "./steps";
import type { Change, TableSession } from "./tableSession.svelte";

/** The way from one state of the table to a later one. */
interface Transition {
  before: TableState;
  after: TableState;
  steps: readonly Step[];
  /** What it adds to the ledger. */
  paid: readonly Scored[];
  /** Whether somebody at this screen made the move. */
  isOwn: boolean;
}

/** What there is to play of a session; a table that is looked at has nothing else. */
type Session = Pick<TableSession, "state" | "view" | "seat" | "you" | "happenings" | "onchange">;

const FACTORS: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, off: 1 }; // what is replayed is seen
const OWN = 0.6; // one's own moves are known already
const LONGEST = 9000; // milliseconds of one transition, at normal speed
const PART = 0.4; // of a step: how much longer it takes for each part of a sum
const LANDING = 0.55; // of a payment: when it arrives and the total changes
/** Of moves that wait to be played: what comes too fast is shown at once. */
const MOST_WAITING = 6;
/** Of transitions whose views are kept to be replayed. */
const MOST_KEPT = 40;

export class Playback {
  private waiting: readonly Transition[] = [];
  private now: Transition | null = $state.raw(null);
  private at = $state(0);
  /** Of what the transition pays, what has arrived. */
  private arrived: readonly Scored[] = $state.raw([]);
  /** The latest transitions, also those that were not played: to be replayed. */
  private kept: readonly Transition[] = [];
  /** How many milliseconds this step takes, and what it pays to arrive. */
  duration = $state(0);
  flight = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether moves were left out before the view that is shown. */
  leaps = $state(false);

  constructor(private readonly session: Session) {
    session.onchange = (change) => this.take(change);
    document.addEventListener("visibilitychange", this.skipUnseen);
  }

  close(): void {
    this.skip();
    this.session.onchange = null;
    document.removeEventListener("visibilitychange", this.skipUnseen);
  }

  isPlaying: boolean = $derived(this.now !== null);
  /** What is told now. */
  step: Step | null = $derived(this.now?.steps[this.at] ?? null);
  /** The steps of this transition up to the one that is told. */
  steps: readonly Step[] = $derived(this.now?.steps.slice(0, this.at + 1) ?? []);
  /** What is told next. */
  coming: readonly Step[] = $derived(this.now?.steps.slice(this.at + 1) ?? []);
  /** The table as it is shown. */
  table: TableState | null = $derived.by(() => (this.now ? tableDuring(this.now) : this.session.state));
  /** What is seen of the game: each total is without what has not arrived yet. */
  view: View | null = $derived.by(() =>
    this.now
      ? viewDuring(
          this.now,
          this.now.paid.filter((paid) => !this.arrived.includes(paid)),
        )
      : this.session.view,
  );
  /** What the others did since one's own last decision; for spectators, since that of the one to move. */
  since: readonly Deed[] = $derived.by(() => {
    const [{ state, view, happenings }, shown] = [this.session, this.table?.sequence ?? 0];
    const seat = this.viewpoint;
    if (!state || !view || seat === null) return [];
    const deeds = deedsSince(tellAll(happenings, state, view.ledger), seat);
    return deeds.filter(({ sequence }) => sequence <= shown);
  });

  /** Shows the newest state. */
  skip(): void {
    clearTimeout(this.timer);
    if (!this.now) return;
    this.leaps = this.waiting.length > 0;
    this.waiting = [];
    this.now = null;
  }

  /** Plays the transition from its beginning. */
  again(): void {
    if (this.now) this.play(this.now);
  }

  /** Plays what happened since one's own last decision once more. */
  replay(): void {
    this.skip();
    const told = this.told();
    const seen = this.seen(told);
    const transitions = seen.length ? seen : this.recalled(told);
    if (!transitions.length) return;
    this.leaps = true;
    this.waiting = transitions.slice(1);
    this.play(transitions[0]!);
  }

  private get viewpoint(): number | null {
    return this.session.seat ?? this.session.state?.to_move ?? null;
  }

  private readonly skipUnseen = (): void => {
    if (document.hidden) this.skip();
  };

  private take(change: Change): void {
    const { before, after, isLate } = change;
    const paid = before.view && after.view ? growthOf(before.view.ledger, after.view.ledger) : null;
    const entries = change.entries.filter(({ sequence }) => sequence > before.sequence);
    if (paid === null || entries.some(({ kind }) => kind === "undo")) {
      this.kept = []; // something was taken back
      return this.skip();
    }
    const own = entries.find((entry) => isDecision(entry) && this.session.you.includes(entry.seat));
    const steps = stepsOf(entries, paid, after);
    const transition = { before, after, steps, paid, isOwn: own !== undefined };
    if (before.sequence !== after.sequence) this.kept = [...this.kept, transition].slice(-MOST_KEPT);
    if (!steps.length) return;
    if (isLate || document.hidden || settings.speed === "off" || after.status === "closed")
      return this.skip();
    const isPassed = before.eyes !== after.eyes; // the screen: the next one at it sees the move land
    const played = own && !isPassed ? consequencesOf(steps, own.seat) : steps;
    if (played.length) this.enqueue({ ...transition, steps: played });
  }

  private enqueue(transition: Transition): void {
    if (!this.now) {
      this.leaps = false;
      return this.play(transition);
    }
    this.waiting = [...this.waiting, transition];
    if (this.waiting.length <= MOST_WAITING) return;
    this.leaps = true;
    this.waiting = [];
    this.play(transition);
  }

  private play(transition: Transition): void {
    [this.now, this.at, this.arrived] = [transition, 0, []];
    this.tell();
  }

  /** Tells the step that is reached; what it pays arrives later. */
  private tell(): void {
    clearTimeout(this.timer);
    const duration = this.durationOf(this.step!);
    [this.duration, this.flight] = [duration, LANDING * duration];
    const goOn = () => this.goOn();
    const { paid } = this.step!;
    const land = () => {
      this.arrived = [...this.arrived, paid!];
      this.timer = setTimeout(goOn, duration - this.flight);
    };
    this.timer = paid ? setTimeout(land, this.flight) : setTimeout(goOn, duration);
  }

  private goOn(): void {
    if (this.at + 1 < this.now!.steps.length) {
      this.at += 1;
      return this.tell();
    }
    const [next, ...rest] = this.waiting;
    this.waiting = rest;
    this.leaps = false;
    if (next) this.play(next);
    else this.now = null;
  }

  private durationOf(step: Step): number {
    const { steps, isOwn } = this.now!;
    const all = steps.reduce((sum, one) => sum + usually(one), 0);
    const own = isOwn ? OWN : 1;
    const long = Math.min(1, LONGEST / (all || 1));
    const backlog = 1 / Math.max(1, this.waiting.length);
    return usually(step) * FACTORS[settings.speed] * own * long * backlog;
  }

  /** What happened since the last decision. */
  private told(): readonly Told[] {
    const [{ state, view, happenings }, seat] = [this.session, this.viewpoint];
    return state && view && seat !== null ? toldSince(tellAll(happenings, state, view.ledger), seat) : [];
  }

  /** The transitions in which it happened, if all of them are kept; not at a shared screen, where they would show what
   * others hold. */
  private seen(told: readonly Told[]): readonly Transition[] {
    const first = told.find(({ entry }) => isDecision(entry!))?.entry;
    if (!first || this.session.you.length > 1) return [];
    const from = this.kept.findLastIndex(({ before }) => before.sequence < first.sequence);
    const seen = from < 0 ? [] : this.kept.slice(from);
    const hasGap = seen.some(({ before }, at) => at > 0 && before.sequence !== seen[at - 1]!.after.sequence);
    return hasGap ? [] : seen.filter(({ steps }) => steps.length);
  }

  /** What happened, as the log tells it, on the board as it is now. */
  private recalled(told: readonly Told[]): readonly Transition[] {
    const { state, view } = this.session;
    if (!state || !view) return [];
    const first = told.flatMap(({ lines }) => lines).find(({ paid }) => paid)?.paid;
    const paid = first ? view.ledger.slice(view.ledger.indexOf(first)) : [];
    const entries = told.map(({ entry }) => entry!);
    const steps = stepsOf(entries, paid, state);
    return steps.length ? [{ before: state, after: state, steps, paid, isOwn: false }] : [];
  }
}

/** How many milliseconds a step takes at normal speed. */
const usually = (step: Step): number => milliseconds(`--step-${step.kind}`) * (1 + PART * partsOf(step));

/** Of one's own move, what is not known already: what it pays, and what happens to others; nothing, where that is all. */
function consequencesOf(steps: readonly Step[], seat: number): readonly Step[] {
  const isNews = (step: Step) => step.kind === "pay" || step.seat !== seat;
  const first = steps.findIndex((step) => step.kind !== "move" || step.seat !== seat);
  return steps.some(isNews) ? steps.slice(first) : [];
}

/** The table while a transition is played: it is still as it was, but for what is not of the game. */
function tableDuring({ before, after }: Transition): TableState {
  const { seats, number, sequence } = after;
  return { ...before, seats, number, sequence, asks: null };
}

/** The view while a transition is played: its pieces lie there, but nothing can be chosen, and not all is paid. What only
 * the next one at the screen may see is not shown yet. */
function viewDuring({ before, after }: Transition, owed: readonly Scored[]): View {
  const [was, is] = [before.view!, after.view!];
  const view = {
    ...is,
    ...(before.eyes === after.eyes ? {} : { seat: was.seat, own: was.own }),
    to_move: was.to_move,
    ...{ legal: [], moves: [], pending: null, may_undo: false },
    ...{ over: was.over, winners: was.winners, places: was.places, ties: was.ties },
  } as View;
  return withNames(unpaid(view, owed), after);
}
