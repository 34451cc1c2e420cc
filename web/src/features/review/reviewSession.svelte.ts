/** A game that is looked at again, move by move. */

import { Attempt } from "../../state/attempt.svelte";
import { router } from "../../browser/router.svelte";
import type { JudgedDecision, Previewed, Review, TableState, View, Move } from "../../net/contract";
import { get, post } from "../../net/requests";
import { Choice } from "../../state/choice.svelte";
import { withNames } from "../../state/names";
import { AnalysisSession } from "../analysis/analysis.svelte";
import { firstToReview } from "../analysis/chances";
import { openTable, suitedTo } from "../new-table/openTable";
import { seatOf } from "../new-table/seats";
import { SecondTry } from "./secondTry.svelte";
import { findSource, type Source } from "./source";

const PAUSE = 1100; // between moves while it plays
const REST = 400; // milliseconds at a move before the address names it
const GLANCE = 400; // milliseconds: steps that follow each other sooner are not animated

interface RecordRead {
  moves: { seat: number; move: string }[];
}

/** A move that could have been made instead of the one with this number. */
interface Better {
  number: number;
  seat: number;
  move: string;
  parsed: Move;
}

/** After how many moves, as an address says it: /review/ID#12. */
const placeIn = (hash: string): number | null => (/^\d+$/.test(hash) ? Number(hash) : null);

export class ReviewSession {
  source: Source | null = $state.raw(null);
  table: TableState | null = $derived(this.source?.table ?? null);
  /** What a strong program thinks of the game; it is there with the source. */
  analysis: AnalysisSession | null = $state.raw(null);
  /** The record, as far as the visitor may see it. */
  record: RecordRead | null = $state.raw(null);
  /** After how many moves; and what it was like then, once that is known. */
  move = $state(0);
  shown: Review | null = $state.raw(null);
  /** How it was in the end. */
  end: View | null = $state.raw(null);
  /** Whether what is shown does not follow what was shown before by one single step. */
  leaps = $state(false);
  eyes: number | null = $state(null);
  isPlaying = $state(false);
  /** What is shown on the board besides, in the position before. */
  better: Better | null = $state.raw(null);
  /** A decision that is tried again, or played on; then its board stands in place of the review's. */
  trying: SecondTry | null = $state.raw(null);
  readonly attempt = new Attempt();
  /** Nothing can be chosen in the past, but what could have been is looked at. */
  readonly choice = new Choice({
    preview: (move) => post<Previewed>(`${this.path}/review/preview`, { after: this.move, move }),
    explainRefusal: () => Promise.resolve(null),
    send: () => Promise.resolve(null),
  });

  view: View | null = $derived(this.shown && this.table ? withNames(this.shown.view, this.table) : null);
  moves = $derived(this.record?.moves.length ?? 0);

  private readonly kept = new Map<string, Promise<Review>>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private arriving: ReturnType<typeof setTimeout> | undefined;
  private shownAt = 0;

  constructor(readonly id: string) {}

  open(): Promise<boolean> {
    return this.attempt.run(async () => {
      const source = await findSource(this.id);
      const analysis = new AnalysisSession(source.path);
      const isOver = source.table.status === "over";
      const [record] = await Promise.all([
        get<RecordRead>(`${source.path}/record`),
        isOver ? analysis.open() : null,
      ]);
      this.record = record;
      this.analysis = analysis;
      this.source = source;
      this.eyes = source.eyes;
      const named = placeIn(router.hash);
      if (named === null && isOver) this.end = (await this.ask(this.moves, null)).view;
      this.move = Math.min(named ?? this.firstPlace(source), this.moves);
      await this.show(this.move);
      this.end ??= (await this.ask(this.moves, null)).view;
    });
  }

  close(): void {
    this.analysis?.close();
    clearInterval(this.timer);
    clearTimeout(this.arriving);
  }

  get path(): string {
    return this.source?.path ?? "";
  }

  /** Where others find the same moment. */
  get address(): string {
    return `/review/${this.id}#${this.move}`;
  }

  // ---- where to look

  /** Where to begin, if the address does not say it. Of a game that is over: where it was decided, once that is known,
   * else at one's own first decision. Of any other, and for those who had no seat: at the end. */
  private firstPlace({ eyes }: Source): number {
    const decided = firstToReview(this.analysis?.judged ?? [], eyes, this.end?.winners ?? []);
    if (decided !== null) return decided;
    const own = this.record?.moves.findIndex(({ seat }) => seat === eyes) ?? -1;
    return own >= 0 ? own : this.moves;
  }

  /** Go where an address leads. */
  follow(hash: string): void {
    const place = placeIn(hash);
    if (this.shown && place !== null && place !== this.move) this.visit(place);
  }

  /** Let the address name the place: it is still there when the page is loaded again, and can be shared. */
  private arrive(): void {
    clearTimeout(this.arriving);
    this.arriving = setTimeout(() => router.settle(this.address), REST);
  }

  to = (move: number, isStep = false) => {
    this.better = null;
    this.trying?.close();
    this.trying = null;
    this.choice.preview(null);
    this.move = Math.min(Math.max(move, 0), this.moves);
    this.arrive();
    this.show(this.move, isStep).then(
      () => (this.attempt.trouble = null),
      (failure: unknown) => this.attempt.fail(failure),
    );
  };

  step(by: number): void {
    this.pause();
    this.to(this.move + by, by === 1);
  }

  /** To where the turn of another seat begins. */
  turn(way: 1 | -1): void {
    const seats = this.record?.moves.map(({ seat }) => seat) ?? [];
    const begins = (move: number) => move <= 0 || move >= seats.length || seats[move] !== seats[move - 1];
    let move = this.move + way;
    while (!begins(move)) move += way;
    this.step(move - this.move);
  }

  lookAs(eyes: number | null): void {
    this.eyes = eyes;
    this.to(this.move);
  }

  /** Go to a move, wherever that is. */
  visit(move: number): void {
    this.pause();
    this.to(move);
  }

  /** Show on the board what could have been done instead of a move. */
  async lookAtBetter(better: Better): Promise<void> {
    this.pause();
    this.move = better.number - 1;
    this.better = better;
    this.arrive();
    await this.attempt.run(() => this.show(this.move));
    if (this.better === better) this.choice.preview(better.move);
  }

  /** Try a decision again, or see where the better move leads. */
  tryAgain(decision: JudgedDecision, isPlayedOn: boolean): void {
    this.pause();
    this.trying?.close();
    this.trying = new SecondTry(this.id, this.path, decision);
    void this.trying.open(isPlayedOn);
  }

  endTry = (): void => {
    const number = this.trying?.decision.number;
    this.trying?.close();
    this.trying = null;
    if (number) this.visit(number);
  };

  play(): void {
    if (this.isPlaying) return this.pause();
    this.isPlaying = true;
    if (this.move >= this.moves) this.to(0);
    this.timer = setInterval(() => {
      if (this.move >= this.moves) this.pause();
      else this.to(this.move + 1, true);
    }, PAUSE);
  }

  pause(): void {
    clearInterval(this.timer);
    this.isPlaying = false;
  }

  /** Where one would play on: in the seat through whose eyes one looks, else in one's own, else in the one to move. */
  seatToPlay: number | null = $derived(
    this.view?.to_move ? (this.eyes ?? this.source?.eyes ?? this.view.to_move) : null,
  );

  /** Sit down there; programs play the others, and move first if it is their turn. */
  playOn = () =>
    this.attempt.run(async () => {
      const { table, record, seatToPlay, move } = this;
      if (!table || !record || !seatToPlay) return;
      const rival = await suitedTo(table.game);
      const seats = table.seats.map(({ seat }) => seatOf(seat === seatToPlay ? "me" : rival));
      await openTable({ game: table.game, seats, begin: { record: { ...record }, move } });
    });

  private async show(move: number, isStep = false): Promise<void> {
    const { better } = this;
    const eyes = better?.seat ?? this.eyes; // what a seat could do is seen with its own eyes
    const found = await this.ask(move, eyes);
    if (found.move !== this.move || better !== this.better || eyes !== (better?.seat ?? this.eyes)) return;
    const isNext = isStep && this.shown?.move === move - 1 && Date.now() - this.shownAt >= GLANCE;
    this.leaps = !isNext;
    this.shown = found;
    this.shownAt = Date.now();
  }

  private ask(move: number, eyes: number | null): Promise<Review> {
    const address = `${this.path}/review?move=${move}${eyes === null ? "" : `&seat=${eyes}`}`;
    const asked = this.kept.get(address) ?? get<Review>(address);
    this.kept.set(address, asked);
    return asked.catch((failure: unknown) => {
      this.kept.delete(address);
      throw failure;
    });
  }
}
