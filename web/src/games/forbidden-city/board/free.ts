/** The free cells on which the tile in hand fits. */

import { moveOf } from "../../../state/moves";
import { steps } from "../model/geometry";
import type { CityPlan } from "../model/plan.svelte";
import type { CityMove, CityView, Place } from "../model/view";

export interface FreePlace {
  at: Place;
  cell: string;
  /** What lays the tile there, turned as it is or as it fits; in notation and as data. */
  move: string;
  parsed: CityMove;
  /** How many coins it would bring at once, if it is turned well. */
  gain: number;
}

/** Keys come first to what is nearest to the last tile. */
export function freePlaces(view: CityView, plan: CityPlan): FreePlace[] {
  const last = view.table.cells.at(-1)!.at; // the start tile lies there from the beginning
  return [...plan.fits]
    .toSorted(([, one], [, other]) => steps(one.at, last) - steps(other.at, last))
    .map(([cell, { at }]) => {
      const move = plan.moveTo(at)!;
      return { at, cell, move, parsed: moveOf(view, move)!, gain: plan.gains.get(cell)?.amount ?? 0 };
    });
}
