/** Places in a result. */

import { sayOf } from "../../i18n/say";

/** A place in words: "second". */
export const placeName = (place: number): string => sayOf(`browser.end.nth.${place}`, String(place));

/** How many there are, in words: "four". */
export const countName = (count: number): string => sayOf(`browser.end.count.${count}`, String(count));

/** Seats as they rank, the best first; those that share a place, or have none yet, in their order at the table. */
export function rankedSeats(places: readonly number[], players: number): number[] {
  const placeOf = (seat: number) => places[seat - 1] ?? 0;
  return Array.from({ length: players }, (_, index) => index + 1).sort(
    (a, b) => placeOf(a) - placeOf(b) || a - b,
  );
}
