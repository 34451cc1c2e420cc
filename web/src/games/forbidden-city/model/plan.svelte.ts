/** How the tile in hand is turned, and what is looked at; shared by board and hand. */

import type { Choice } from "../../../state/choice.svelte";
import { legalMoves, moveOf } from "../../../state/moves";
import { fitsByCell, nextFit, printPlace, printPlacement, type Fit } from "./moves";
import type { Cell, CityView, Place, Placement } from "./view";

export class CityPlan {
  /** The turn that was asked for last; a cell on which it does not fit takes the next one that does. */
  private wish = $state(0);
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

  get fits(): Map<string, Fit> {
    return fitsByCell(legalMoves(this.view, this.choice));
  }

  /** The move that sets the tile aside, where that is what has to be done. */
  get settingAside(): string | null {
    const found = legalMoves(this.view, this.choice).find(({ move }) => move.kind === "set-aside");
    return found?.notation ?? null;
  }

  /** Where the tile would be laid, or waits to be. */
  get previewing(): Placement | null {
    const move = moveOf(this.view, this.choice.previewing ?? this.view.pending);
    return move?.kind === "lay" ? move : null;
  }

  get isWaiting(): boolean {
    return this.view.pending !== null;
  }

  get turn(): number {
    return this.previewing?.turn ?? this.wish;
  }

  get face(): Cell | undefined {
    return this.faces[this.turn % (this.faces.length || 1)];
  }

  /** The move that lays the tile on a cell, turned as it is, or else as it fits. */
  moveTo(at: Place): string | null {
    const fit = this.fits.get(printPlace(at));
    return fit?.moves.get(nextFit(fit, this.wish, 1)) ?? null;
  }

  /** Turn the tile, on a cell to the next turn in which it fits there. */
  turnBy(step: 1 | -1): void {
    const { previewing, faces } = this;
    if (!faces.length || this.isWaiting) return;
    if (!previewing) {
      this.wish = (this.wish + step + faces.length) % faces.length;
      return;
    }
    const fit = this.fits.get(printPlace(previewing.at));
    if (!fit) return;
    this.wish = nextFit(fit, previewing.turn + step, step);
    this.choice.preview(fit.moves.get(this.wish) ?? null);
  }

  /** Somebody tried to lay the tile where it does not fit. */
  explainRefusal(at: Place): void {
    this.denied = at;
    this.choice.preview(null);
    this.choice.explainRefusal(printPlacement(at, this.wish));
  }
}
