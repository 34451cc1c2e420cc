/** What was picked up so far: cards first or a place first, in any order. A move is made as soon as only one fits. */

import type { Choice } from "../../../state/choice.svelte";
import { legalMoves, moveOf } from "../../../state/moves";
import { notePlaced } from "./finishing";
import { asPlacing, printMove } from "./moves";
import type { EmperorMove, EmperorView, Piece, Placing } from "./view";

interface Target {
  piece: Piece;
  place: string;
}

export class Plan {
  /** Cards of the hand that were picked up, by their place in it. */
  picked: readonly number[] = $state.raw([]);
  /** A place that was chosen, and can be paid in several ways. */
  private chosen: Target | null = $state.raw(null);
  /** Whether what goes on a space is the fortification. */
  fortifies = $state(false);
  /** Whether the next card that is touched is exchanged. */
  exchanges = $state(false);
  /** The region that is looked at. */
  region: string | null = $state(null);

  readonly hand: readonly string[];
  private readonly moves: EmperorMove[] = $derived.by(() =>
    legalMoves(this.view, this.choice).map(({ move }) => move),
  );
  private readonly placings: Placing[] = $derived.by(() =>
    this.moves.map(asPlacing).filter((placing) => placing !== null),
  );

  constructor(
    private readonly view: EmperorView,
    private readonly choice: Choice,
  ) {
    this.hand = view.own.hand ?? [];
  }

  /** As many cards as anything costs. */
  private readonly most: number = $derived.by(() =>
    Math.max(1, ...this.placings.map(({ cards }) => cards.length)),
  );

  /** Whether a piece may be placed at all, whatever was picked up. */
  readonly mayPlace: boolean = $derived.by(() => this.placings.length > 0);
  readonly mayFortify: boolean = $derived.by(() =>
    this.placings.some(({ kind }) => kind === "fortification"),
  );
  readonly mayExchange: boolean = $derived.by(() => this.moves.some(({ kind }) => kind === "exchange"));

  /** Places that glow, as `piece place`: those that what was picked up pays for. */
  readonly glowing: ReadonlySet<string> = $derived.by(
    () => new Set(this.fitting.map(({ kind, at }) => `${kind} ${at}`)),
  );

  /** The place that waits to be paid, unless another move is looked at: what is previewed is what is paid for. */
  readonly target: Target | null = $derived.by(() => {
    const { previewing } = this.choice;
    return previewing === null || this.isAtChosen(asPlacing(moveOf(this.view, previewing)))
      ? this.chosen
      : null;
  });

  /** Ways to pay for it. */
  readonly payments: Placing[] = $derived.by(() =>
    this.target ? this.placingsAt(this.target.piece, this.target.place) : [],
  );

  /** Cards of the hand that would pay for what is looked at, by their place in it. */
  readonly paying: readonly number[] = $derived.by(() => {
    const placing = asPlacing(moveOf(this.view, this.choice.previewing ?? this.view.pending));
    if (!placing) return [];
    const alike = [...this.hand.keys()].filter((card) => this.hand[card] === placing.cards[0]);
    const first = alike.filter((card) => this.picked.includes(card));
    return [...first, ...alike.filter((card) => !first.includes(card))].slice(0, placing.cards.length);
  });

  /** Whether a card would do something when it is touched: for the chosen place, where there is one. */
  opens(card: number): boolean {
    const colour = this.hand[card]!;
    if (this.exchanges) return this.choice.may(printMove({ kind: "exchange", colour }));
    if (this.target) return this.payments.some(({ cards }) => cards[0] === colour);
    return this.mayPlace;
  }

  touchCard(card: number): void {
    const colour = this.hand[card]!;
    if (this.exchanges || !this.mayPlace) return this.choice.make(printMove({ kind: "exchange", colour }));
    const payment = this.payments.find(({ cards }) => cards[0] === colour);
    if (payment) return this.place(payment);
    this.chosen = null;
    const isAlike = this.picked.every((other) => this.hand[other] === colour);
    if (this.picked.includes(card)) this.picked = this.picked.filter((other) => other !== card);
    else this.picked = isAlike && this.picked.length < this.most ? [...this.picked, card] : [card];
    this.lookAgain();
  }

  /** The move that a place stands for: with what was picked up, else the cheapest. Not legal where nothing can be placed:
   * then it is paid with what was picked up, or as the server thinks. */
  moveAt(piece: Piece, place: string): string {
    const cards = this.picked.map((card) => this.hand[card]!);
    return printMove(this.placingsAt(piece, place)[0] ?? { kind: piece, at: place, cards });
  }

  /** Place a piece, or ask how to pay; where it cannot be placed, tell why. */
  touchPlace(piece: Piece, place: string): void {
    const [first, ...others] = this.placingsAt(piece, place);
    if (!first) return this.choice.explainRefusal(this.moveAt(piece, place));
    if (!others.length) return this.place(first);
    this.exchanges = false;
    this.chosen = { piece, place };
    this.choice.preview(printMove(first));
  }

  /** Place a piece, paid like this. */
  place(placing: Placing): void {
    notePlaced(this.choice);
    this.choice.make(printMove(placing));
  }

  /** Somebody goes to a place, by finger or keys: another one does not wait to be paid any more. */
  goTo(piece: Piece, place: string): void {
    if (this.chosen && !(this.chosen.piece === piece && this.chosen.place === place)) this.chosen = null;
  }

  /** What is looked at while a mouse points at nothing: the place that waits to be paid. */
  get resting(): string | null {
    return this.chosen && this.moveAt(this.chosen.piece, this.chosen.place);
  }

  /** Exchange the card that is picked up, or the next one that is touched. */
  exchange(): void {
    const [card, ...others] = this.picked;
    if (card !== undefined && !others.length)
      return this.choice.make(printMove({ kind: "exchange", colour: this.hand[card]! }));
    this.picked = [];
    this.forget();
    this.exchanges = !this.exchanges;
  }

  fortify(): void {
    this.forget();
    this.fortifies = !this.fortifies;
  }

  /** Put everything back. */
  drop(): void {
    this.picked = [];
    this.exchanges = false;
    this.fortifies = false;
    this.forget();
  }

  get isEmpty(): boolean {
    return !this.picked.length && !this.chosen && !this.exchanges && !this.fortifies;
  }

  /** What goes on a space now. */
  get builds(): Piece {
    return this.fortifies ? "fortification" : "house";
  }

  private get fitting(): Placing[] {
    if (this.exchanges) return [];
    return this.placings.filter(
      ({ kind, cards }) => this.isPreviewing(kind) && (!this.picked.length || this.isPicked(cards)),
    );
  }

  /** Legal ways to place there: those that use what was picked up, else all. */
  private placingsAt(piece: Piece, place: string): Placing[] {
    const there = this.placings.filter(({ kind, at }) => kind === piece && at === place);
    const fitting = there.filter(({ cards }) => this.isPicked(cards));
    return (fitting.length ? fitting : there).toSorted((a, b) => a.cards.length - b.cards.length);
  }

  private isPreviewing(kind: Piece): boolean {
    return this.fortifies ? kind === "fortification" : kind !== "fortification";
  }

  private isPicked(cards: readonly string[]): boolean {
    return cards.length === this.picked.length && this.picked.every((card) => this.hand[card] === cards[0]);
  }

  private isAtChosen(placing: Placing | null): boolean {
    return placing?.kind === this.chosen?.piece && placing?.at === this.chosen?.place;
  }

  /** The piece that is looked at, paid with what is picked up now; nothing if that does not pay for it. */
  private lookAgain(): void {
    const looked = asPlacing(moveOf(this.view, this.choice.previewing));
    if (!looked) return;
    const [cheapest] = this.placingsAt(looked.kind, looked.at);
    const isPaid = cheapest && (!this.picked.length || this.isPicked(cheapest.cards));
    this.choice.preview(isPaid ? printMove(cheapest) : null);
  }

  private forget(): void {
    this.chosen = null;
    this.choice.preview(null);
  }
}
