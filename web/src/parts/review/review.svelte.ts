/** A game that is looked at again, move by move. */

import { Attempt } from "../../attempt.svelte";
import type { Review, TableHere, TableState, View } from "../../server/contract";
import { get } from "../../server/requests";
import { Choice } from "../../table/choice.svelte";
import { withNames } from "../../table/names";
import { openTable } from "../home/play";
import { RIVAL, seatOf } from "../new/seats";

const PAUSE = 1100; // between moves while it plays
const GLANCE = 400; // milliseconds: whoever steps on sooner looks for a place in the game, not at what happens

interface RecordRead {
  moves: { seat: number; move: string }[];
}

export class ReviewSession {
  table: TableState | null = $state.raw(null);
  /** The record as whoever looks may have it. */
  record: RecordRead | null = $state.raw(null);
  /** After how many moves; and what it was like then, once that is known. */
  move = $state(0);
  shown: Review | null = $state.raw(null);
  /** Whether what is shown does not follow what was shown before by one single step. */
  leaps = $state(false);
  eyes: number | null = $state(null);
  isPlaying = $state(false);
  readonly attempt = new Attempt();
  /** Nothing can be chosen in the past. */
  readonly choice = new Choice({
    preview: () => Promise.reject(new Error("nothing is legal here")),
    whyNot: () => Promise.resolve(null),
    send: () => Promise.resolve(),
  });

  view: View | null = $derived(this.shown && this.table ? withNames(this.shown.view, this.table) : null);
  moves = $derived(this.record?.moves.length ?? 0);

  private readonly kept = new Map<string, Promise<Review>>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private shownAt = 0;

  constructor(readonly id: string) {}

  open(): Promise<boolean> {
    return this.attempt.run(async () => {
      const here = await get<TableHere>(`/tables/${this.id}`);
      this.record = await get<RecordRead>(`/tables/${this.id}/record`);
      this.table = here.state;
      this.eyes = here.state.eyes;
      await this.show(0);
    });
  }

  close(): void {
    clearInterval(this.timer);
  }

  // ---- where to look

  to = (move: number, isStep = false) => {
    this.move = Math.min(Math.max(move, 0), this.moves);
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

  /** Sit down where the seat to move sat then; programs play the others. */
  playOn = () =>
    this.attempt.run(async () => {
      const { table, record, view, move } = this;
      if (!table || !record || !view?.to_move) return;
      const seats = table.seats.map(({ seat }) => seatOf(seat === view.to_move ? "me" : RIVAL));
      await openTable({ game: table.game, seats, begin: { record: { ...record }, move } });
    });

  private async show(move: number, isStep = false): Promise<void> {
    const { eyes } = this;
    const seat = eyes === null ? "" : `&seat=${eyes}`;
    const address = `/tables/${this.id}/review?move=${move}${seat}`;
    const asked = this.kept.get(address) ?? get<Review>(address);
    this.kept.set(address, asked);
    const found = await asked.catch((failure: unknown) => {
      this.kept.delete(address);
      throw failure;
    });
    if (found.move !== this.move || eyes !== this.eyes) return;
    const isNext = isStep && this.shown?.move === move - 1 && Date.now() - this.shownAt >= GLANCE;
    this.leaps = !isNext;
    this.shown = found;
    this.shownAt = Date.now();
  }
}
