/** Touches of the map that meet no spot: a finger is broad, and what cannot be done wants to be answered. */

import type { Choice } from "../../../state/choice.svelte";
import type { Drawn } from "../map/draw";
import { distance } from "../map/geometry";
import type { Plan } from "../model/plan.svelte";
import type { Piece, Point } from "../model/view";

const FINGER = 30; // px
const ARROW = 12;
const APART = 40; // px: places that lie closer are hard to meet with a finger

export const isFinger = (event: MouseEvent): boolean =>
  event instanceof PointerEvent && event.pointerType === "touch";

interface Place {
  piece: Piece;
  place: string;
  at: Point;
}

/** Act on a click somewhere on the map; the id of the place that it met, or null. */
export function touchMap(
  event: MouseEvent,
  svg: SVGSVGElement,
  map: Drawn,
  plan: Plan,
  choice: Choice,
): string | null {
  const matrix = svg.getScreenCTM();
  if (!matrix || !choice.legal.length) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const byFinger = isFinger(event);
  const found = nearest([x, y], (byFinger ? FINGER : ARROW) / matrix.a, map, plan);
  if (!found) return null;
  const { piece, place } = found;
  const move = plan.moveAt(piece, place);
  plan.goTo(piece, place);
  if (byFinger && choice.may(move) && choice.previewing !== move) choice.preview(move);
  else plan.touchPlace(piece, place);
  return place;
}

/** Whether another place lies so near that a finger may take one for the other; `scale`: pixels a unit of the map. */
export function isCrowded(place: string, map: Drawn, scale: number): boolean {
  const at = map.places.get(place);
  if (!at) return false;
  return [...map.places].some(([id, other]) => id !== place && distance(at, other) * scale < APART);
}

/** The place that was meant; those that glow draw touches to themselves. */
function nearest(p: Point, reach: number, map: Drawn, plan: Plan): Place | null {
  let best: Place | null = null;
  let shortest = Infinity;
  for (const place of placesOf(map, plan)) {
    const way = distance(p, place.at) - (place.piece === "emissary" ? 20 : 14); // from its edge
    if (way > reach) continue;
    const weighed = way - (plan.glowing.has(`${place.piece} ${place.place}`) ? reach / 2 : 0);
    if (weighed < shortest) [best, shortest] = [place, weighed];
  }
  return best;
}

function placesOf(map: Drawn, plan: Plan): Place[] {
  const courts = new Set(map.regions.map(({ id }) => id));
  return [...map.places].map(([place, at]) => ({
    piece: courts.has(place) ? "emissary" : plan.builds,
    place,
    at,
  }));
}
