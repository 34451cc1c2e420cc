/** What a pointer means on the board. */

import { CELL } from "../model/geometry";
import type { Place } from "../model/view";
import type { Pixels } from "./floating";

const FINGERTIP = 44; // pixels

export const isFinger = (event: MouseEvent): boolean =>
  event instanceof PointerEvent && event.pointerType === "touch";

/** Where an event happened, in units of the drawing. */
export function unitsAt(board: SVGSVGElement, event: MouseEvent): Pixels {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()!.inverse());
}

/** The place nearest to a point, which a finger may miss by a little: each is at least as large as a fingertip. */
export function placeNear<P extends { at: Place }>(
  places: readonly P[],
  { x, y }: Pixels,
  pixels: number,
): P | undefined {
  const reach = FINGERTIP / 2 / pixels;
  const away = ({ at }: { at: Place }) =>
    Math.max(Math.abs((at[0] + 0.5) * CELL - x), Math.abs((at[1] + 0.5) * CELL - y));
  return places.filter((place) => away(place) < reach).toSorted((one, other) => away(one) - away(other))[0];
}
