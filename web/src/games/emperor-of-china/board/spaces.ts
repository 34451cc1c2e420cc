/** Places that may be chosen now, and what a piece there costs. */

import type { Drawn } from "../map/draw";
import { asPlacing } from "../model/moves";
import type { Plan } from "../model/plan.svelte";
import { moveOf } from "../../../state/moves";
import type { EmperorView, Piece, Point } from "../model/view";

export interface OpenPlace {
  piece: Piece;
  /** The id of a space, or of the region of a court. */
  place: string;
  region: string;
  at: Point;
  /** Of the ring around it. */
  radius: number;
  /** The move that it stands for: the cheapest. */
  move: string;
  /** Its cards: one, or two alike. */
  cards: readonly string[];
}

export const RADIUS = { emissary: 31, house: 20, fortification: 20 } as const satisfies Record<Piece, number>;

export function openPlaces(view: EmperorView, map: Drawn, plan: Plan): OpenPlace[] {
  return view.table.regions
    .flatMap((region) => [
      { piece: "emissary" as const, place: region.id, region: region.id },
      ...region.spaces.map(({ id }) => ({ piece: plan.builds, place: id, region: region.id })),
    ])
    .filter(({ piece, place }) => plan.glowing.has(`${piece} ${place}`))
    .map(({ piece, place, region }) => {
      const move = plan.moveAt(piece, place);
      const cards = asPlacing(moveOf(view, move))?.cards ?? [];
      return { piece, place, region, at: map.places.get(place)!, radius: RADIUS[piece], move, cards };
    });
}
