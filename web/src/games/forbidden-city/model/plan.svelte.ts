/** Where the tile in hand would go, how it is turned, and what is looked at; shared by board and hand.
 *
 * Looking at a cell shows the tile there. Choosing the cell keeps it there, where moves are to be confirmed: it can still be
 * turned, laid, or taken back, and the server is told only when it is laid.
 */

import type { Choice } from "../../../state/choice.svelte";
import { legalMoves, moveOf } from "../../../state/moves";
import { fitsByCell, nextFit, printPlace, printPlacement, type Fit } from "./moves";
import type { Cell, CityView, Place, Placement } from "./view";

export class CityPlan {
  /** The turn that was asked for last; a cell on which it does not fit takes the next one that does. Until one is asked for,
   * the tile lies on a cell as it pays most there. */
  private wish: number | null = $state(null);
  /** The move that was chosen, and is neither made nor taken back. */
  private chosen: string | null = $state(null);
  /** The room that was looked at, and the move that was looked at by then. */
  private looked: { room: number | null; previewing: string | null } = $state.raw({
    room: null,
    previewing: null,
  });
  /** The cell that was tried in vain. */
  denied: Place | null = $state.raw(null);

  constructor(
    private readonly view: CityView,
    private readonly choice: Choice,
  ) {}

  /** The room that is looked at, until a move is: what is told of the room would lie over its cell. */
  get room(): number | null {
    return this.looked.previewing === this.choice.previewing ? this.looked.room : null;
  }

  set room(room: number | null) {
    this.looked = { room, previewing: this.choice.previewing };
  }

  /** How the tile looks, turn by turn; alike ones once. */
  get faces(): readonly Cell[] {
    return this.view.own.turns ?? [];
  }

  fits: Map<string, Fit> = $derived.by(() => fitsByCell(legalMoves(this.view, this.choice)));

  /** By cell, how many coins the tile would bring there at once, if it is turned well; where that is to be found out, none. */
  gains: ReadonlyMap<string, { turn: number; amount: number }> = $derived.by(() => {
    const gains = this.choice.isPlayed ? (this.view.own.gains ?? []) : [];
    return new Map(gains.map((gain) => [printPlace(gain.at), gain]));
  });

  /** The move that sets the tile aside, where that is what has to be done. */
  get settingAside(): string | null {
    const found = legalMoves(this.view, this.choice).find(({ move }) => move.kind === "set-aside");
    return found?.notation ?? null;
  }

  /** The move that is looked at: what `spot` asks. */
  get previewing(): string | null {
    return this.choice.previewing;
  }

  /** Where the tile would be laid, or waits to be. */
  get placement(): Placement | null {
    const move = moveOf(this.view, this.choice.previewing ?? this.view.pending);
    return move?.kind === "lay" ? move : null;
  }

  /** Whether the cell is chosen, so that looking elsewhere changes nothing. */
  get isChosen(): boolean {
    return this.chosen !== null && this.chosen === this.choice.previewing;
  }

  /** Whether a move waits on the server. */
  get isWaiting(): boolean {
    return this.view.pending !== null;
  }

  get turn(): number {
    return this.placement?.turn ?? this.wish ?? 0;
  }

  get face(): Cell | undefined {
    return this.faces[this.turn % (this.faces.length || 1)];
  }

  /** Whether turning the tile would change something, where it lies now or in hand. */
  get mayTurn(): boolean {
    if (this.faces.length < 2) return false;
    const { placement } = this;
    return !placement || (this.fitAt(placement.at)?.moves.size ?? 0) > 1;
  }

  /** The move that lays the tile on a cell, turned as it is, or else as it fits. */
  moveTo(at: Place): string | null {
    const fit = this.fits.get(printPlace(at));
    const wish = this.wish ?? this.gains.get(printPlace(at))?.turn ?? 0;
    return fit?.moves.get(nextFit(fit, wish, 1)) ?? null;
  }

  /** Look at a move, or at none; what is chosen stays. */
  preview(move: string | null): void {
    if (!this.isChosen) this.choice.preview(move);
  }

  /** Choose a move: where it is to be confirmed, its tile stays on the board until it is. What is chosen already is made. */
  make(move: string): void {
    if (!this.choice.confirms) return this.choice.make(move);
    if (this.isChosen && this.chosen === move) return this.layChosen();
    this.choose(move);
  }

  /** A click or a tap on a cell: it chooses the cell, and turns the tile that is chosen there already. */
  touch(move: string, isFinger: boolean): void {
    if (this.isChosen && this.chosen === move) return this.turnBy(1);
    if (isFinger) this.choose(move);
    else this.make(move);
  }

  /** Lay the chosen tile. */
  layChosen(): void {
    if (!this.chosen || !this.isChosen) return;
    if (this.choice.confirms) this.choice.makeConfirmed(this.chosen);
    else this.choice.make(this.chosen);
  }

  /** Choose nothing. */
  takeBack(): void {
    this.chosen = null;
    this.choice.preview(null);
  }

  /** Turn the tile, on a cell to the next turn in which it fits there. */
  turnBy(step: 1 | -1): void {
    const { placement, faces } = this;
    if (!faces.length) return;
    if (!placement) {
      this.wish = ((this.wish ?? 0) + step + faces.length) % faces.length;
      return;
    }
    const fit = this.fitAt(placement.at);
    if (!fit) return;
    const turn = nextFit(fit, placement.turn + step, step);
    const move = fit.moves.get(turn)!;
    if (this.isWaiting) return void (turn !== placement.turn && this.choice.type(move));
    const { isChosen } = this;
    this.wish = turn;
    this.choice.preview(move);
    if (isChosen) this.chosen = move;
  }

  /** Somebody tried to lay the tile where it does not fit. */
  explainRefusal(at: Place): void {
    this.denied = at;
    this.takeBack();
    this.choice.explainRefusal(printPlacement(at, this.wish ?? 0));
  }

  private choose(move: string): void {
    this.choice.preview(move);
    this.chosen = move;
  }

  /** A move that waits is legal, too, though none can be chosen then. */
  private fitAt(at: Place): Fit | undefined {
    const { legal, moves } = this.view;
    if (!this.isWaiting) return this.fits.get(printPlace(at));
    const all = legal.map((notation, index) => ({ notation, move: moves[index]! }));
    return fitsByCell(all).get(printPlace(at));
  }
}
