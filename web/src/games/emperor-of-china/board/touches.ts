/** Touches of the map that meet no spot: a finger is broad, and what cannot be done wants to be answered. */

import type { Choice } from "../../../state/choice.svelte";
import { distance } from "../map/geometry";
import type { Plan } from "../model/plan.svelte";
import type { EmperorTable, Point, Piece } from "../model/view";

const FINGER = 30; // px
const ARROW = 12;

interface Place {
  piece: Piece;
  place: string;
  at: Point;
}

/** Act on a click somewhere on the map; true where it met a place. */
export function touchMap(
  event: MouseEvent,
  svg: SVGSVGElement,
  table: EmperorTable,
  plan: Plan,
  choice: Choice,
): boolean {
  const matrix = svg.getScreenCTM();
  if (!matrix || !choice.legal.length) return false;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
  const found = nearest([x, y], (isFinger ? FINGER : ARROW) / matrix.a, table, plan);
  if (!found) return false;
  const { piece, place } = found;
  const move = plan.moveAt(piece, place);
  plan.goTo(piece, place);
  if (isFinger && choice.may(move) && choice.previewing !== move) choice.preview(move);
  else plan.touchPlace(piece, place);
  return true;
}

/** The place that was meant; those that glow draw touches to themselves. */
function nearest(p: Point, reach: number, table: EmperorTable, plan: Plan): Place | null {
  let best: Place | null = null;
  let shortest = Infinity;
  for (const place of placesOf(table, plan)) {
    const way = distance(p, place.at) - (place.piece === "emissary" ? 20 : 14); // from its edge
    if (way > reach) continue;
    const weighed = way - (plan.glowing.has(`${place.piece} ${place.place}`) ? reach / 2 : 0);
    if (weighed < shortest) [best, shortest] = [place, weighed];
  }
  return best;
}

function placesOf(table: EmperorTable, plan: Plan): Place[] {
  return table.regions.flatMap(({ id, dragon, spaces }) => [
    { piece: "emissary", place: id, at: dragon },
    ...spaces.map(({ id, at }) => ({ piece: plan.builds, place: id, at })),
  ]);
}
