/** A table that is open on this screen: its state, its log, and what can be done at it. */

import type {
  Acknowledged,
  Entry,
  Happening,
  Hint,
  Line,
  Previewed,
  Reason,
  TableHere,
  TableState,
  Update,
  View,
} from "../net/contract";
import { LiveStream } from "../net/live";
import { get, post, put, Refused, remove } from "../net/requests";
import { type Trouble, troubleOf } from "../net/trouble";
import { router } from "../browser/router.svelte";
import { settings } from "../browser/settings.svelte";
import { Arrivals } from "./arrivals";
import { visitor } from "./visitor.svelte";
import { Choice } from "./choice.svelte";
import { withNames } from "./names";

/** No state in the answer: the stream brings it (RFC 7240). */
const MINIMAL = { Prefer: "return=minimal" };

/** A newer state of the table, and what the log tells of the way to it. */
export interface Change {
  before: TableState;
  after: TableState;
  entries: readonly Entry[];
  /** Whether the connection was lost meanwhile. */
  isLate: boolean;
}

export class TableSession {
  state: TableState | null = $state.raw(null);
  /** My seats. */
  you: number[] = $state.raw([]);
  invite: string | null = $state(null);
  happenings: Happening[] = $state.raw([]);
  connected = $state(true);
  /** Why not, where the server says so. */
  refusal: Line | null = $state.raw(null);
  /** Something that went wrong, to be shown until the next thing happens. */
  trouble: Trouble | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  isHinting = $state(false);
  /** How far the server's clock is ahead of ours. */
  ahead = 0;
  /** A request is on its way: nothing else is sent. */
  busy = $state(false);

  readonly choice = new Choice({
    preview: (move) => this.ask<Previewed>("preview", { seat: this.seat, move }),
    explainRefusal: async (move) => (await this.ask<Reason>("why-not", { seat: this.seat, move })).reason,
    confirms: () => settings.confirms,
    send: async (move, isConfirmed) => {
      const { seat, sequence } = this;
      const confirm = isConfirmed || !settings.confirms;
      await this.sendDecision("moves", { seat, move, sequence, confirm });
      if (sequence !== this.sequence) return null; // what went wrong, if anything, was about another question
      const refusal = this.trouble;
      this.trouble = null;
      return refusal;
    },
  });

  /** Is told of every newer state, right after it is shown. */
  onchange: ((change: Change) => void) | null = null;

  private readonly arrivals = new Arrivals();
  private wasLost = false;
  private stream: LiveStream | null = null;
  private isClosed = false;

  constructor(readonly id: string) {}

  view: View | null = $derived(this.state?.view ? withNames(this.state.view, this.state) : null);
  /** Through whose eyes this screen looks; null: a spectator's. */
  seat: number | null = $derived(this.state?.eyes ?? null);
  /** One's seats in which no program plays on. */
  seated: readonly number[] = $derived(this.you.filter((seat) => !this.state?.seats[seat - 1]?.away));
  sequence = $derived(this.state?.sequence ?? 0);
  /** Not while a program plays for a person who is away. */
  myTurn = $derived(
    this.seat !== null &&
      this.state?.to_move === this.seat &&
      this.state.status === "playing" &&
      !this.state.seats[this.seat - 1]?.away,
  );

  async open(): Promise<void> {
    await this.guarded(async () => {
      this.take(await get<TableHere>(`/tables/${this.id}`));
      this.follow();
    });
  }

  close(): void {
    this.isClosed = true;
    this.stream?.close();
  }

  // ---- what can be done

  confirm = () => this.sendDecision("confirm", { seat: this.seat, sequence: this.sequence });
  undo = () => this.sendDecision("undo", { seat: this.seat, sequence: this.sequence });
  /** Whether it was said. Moves wait for no words, nor words for moves. */
  talk = async (text: string): Promise<boolean> => {
    try {
      this.take(await this.ask<TableHere>("talk", { text }));
      return true;
    } catch (failure) {
      this.fail(failure);
      return false;
    }
  };
  start = () => this.act("start");
  rematch = () =>
    this.guarded(async () => router.go(`/table/${(await this.ask<TableHere>("rematch")).state.id}`));

  /** Take a seat, or come back to it; a stranger gets a name first. What happened is told anew, as that seat may know it. */
  sit = (seat: number, invite: string | null, name?: string) =>
    this.guarded(async () => {
      await visitor.welcome(
        name,
        this.state?.seats.map((other) => other.name),
      );
      this.take(await this.ask<TableHere>(`seats/${seat}`, invite === null ? {} : { invite }));
      this.happenings = [];
      this.follow();
    });

  leave = (seat: number) => this.change(() => remove<TableHere>(`/tables/${this.id}/seats/${seat}`));
  offer = (seat: number, to: object) =>
    this.change(() => put<TableHere>(`/tables/${this.id}/seats/${seat}`, to));
  giveUp = () => this.change(() => remove<TableHere>(`/tables/${this.id}`));

  /** A master may think for seconds: a person who has moved meanwhile is not shown the hint any more. */
  async takeHint(): Promise<void> {
    if (this.isHinting) return;
    const { sequence } = this;
    this.isHinting = true;
    try {
      const hint = await this.ask<Hint>("hint", { seat: this.seat, sequence });
      if (sequence === this.sequence) this.hint = hint;
    } catch (failure) {
      if (sequence === this.sequence) this.fail(failure);
    } finally {
      this.isHinting = false;
    }
  }

  dropHint = () => {
    this.hint = null;
    this.choice.preview(null);
  };

  // ---- inside

  private follow(): void {
    this.stream?.close();
    if (this.isClosed) return; // the visitor may have left the page before the server answered
    const since = this.happenings.at(-1)?.number ?? 0;
    this.stream = new LiveStream(
      this.id,
      null,
      since,
      (update) => this.update(update),
      (connected, reason) => this.connect(connected, reason),
      () => void this.startAnew(),
    );
  }

  private connect(connected: boolean, reason: Line | null): void {
    [this.connected, this.refusal] = [connected, reason];
    if (connected) return;
    this.wasLost = true;
    this.arrivals.giveUp();
  }

  /** The server has ended the stream of the identity we had: finds out who the visitor is now, and loads the table and its log
   * anew. */
  private async startAnew(): Promise<void> {
    await visitor.find().catch(() => {}); // the stream tries again, and says what is wrong
    if (!visitor.me) this.you = [];
    this.happenings = [];
    this.follow();
  }

  private update(update: Update): void {
    const last = this.happenings.at(-1)?.number ?? 0;
    if (visitor.me) this.you = seatsOf(update.state, visitor.me.id); // the host may have sent them away
    const fresh = update.happenings.filter((happening) => happening.number > last);
    if (fresh.length) this.happenings = [...this.happenings, ...fresh];
    this.see(
      update.state,
      fresh.flatMap(({ entries }) => entries ?? []),
    );
    this.wasLost = false;
  }

  /** The answer to a request. The stream may have been quicker, and knows whose eyes are next at a shared screen. */
  private take(here: TableHere): void {
    this.you = here.you;
    this.invite = here.invite;
    if (this.state?.number !== here.state.number || this.state.eyes === null) this.see(here.state);
  }

  /** Show a state, unless a newer one is shown already: answers and updates race each other. */
  private see(state: TableState, entries: readonly Entry[] = []): void {
    const [shown, wasMyTurn] = [this.state, this.myTurn];
    if (shown !== null && state.number < shown.number) return;
    this.ahead = state.moment - Date.now();
    this.state = state;
    this.arrivals.came(state.number);
    const isNews =
      shown?.sequence !== state.sequence ||
      shown.eyes !== state.eyes ||
      shown.status !== state.status ||
      wasMyTurn !== this.myTurn;
    if (isNews) {
      this.hint = null;
      this.trouble = null;
      const { view } = state;
      const pending = view?.pending ?? null;
      this.choice.begin(this.myTurn && view !== null && pending === null ? view.legal : [], pending);
    }
    if (shown) this.onchange?.({ before: shown, after: state, entries, isLate: this.wasLost });
  }

  private ask<Answer>(what: string, body?: object): Promise<Answer> {
    return post<Answer>(`/tables/${this.id}/${what}`, body);
  }

  private act(what: string, body?: object): Promise<void> {
    return this.change(() => this.ask<TableHere>(what, body));
  }

  /** Make a decision. What follows from it comes over the stream, or in the answer while there is none. */
  private sendDecision(what: string, body: object): Promise<void> {
    return this.guarded(async () => {
      const headers = this.connected ? MINIMAL : {};
      const answer = await post<TableHere | Acknowledged>(`/tables/${this.id}/${what}`, body, headers);
      if ("state" in answer) return this.take(answer);
      if (!(await this.arrivals.until(answer.number, this.state?.number ?? 0)))
        this.take(await get<TableHere>(`/tables/${this.id}`));
    });
  }

  private change(request: () => Promise<TableHere>): Promise<void> {
    return this.guarded(async () => this.take(await request()));
  }

  private async guarded(request: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = null;
    try {
      await request();
    } catch (failure) {
      this.fail(failure);
    } finally {
      this.busy = false;
    }
  }

  private fail(failure: unknown): void {
    if (failure instanceof Refused && failure.problem.state) this.see(failure.problem.state); // somebody was quicker
    this.trouble = troubleOf(failure);
  }
}

function seatsOf(state: TableState, person: string): number[] {
  return state.seats.filter((seat) => seat.person === person).map(({ seat }) => seat);
}
