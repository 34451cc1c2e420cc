/** What others did since one's last decision, on the pieces that it changed. */

import type { Deed } from "../../../board/face";
import type { DragonMove, Group, Palace } from "./view";

export type DragonDeed = Deed<DragonMove>;

const GONE = new Set(["release", "starve", "lose"]);

/** All moves of the turn. */
const movesOf = ({ places }: DragonDeed): DragonMove[] => places.flatMap(({ move }) => move ?? []);

/** The deeds that a group of action cards has been chosen by, of the seats whose dragons stand on it. */
export function deedsOnGroup(deeds: readonly DragonDeed[], { cards, seats }: Group): DragonDeed[] {
  return deeds.filter(
    (deed) =>
      seats.includes(deed.seat) &&
      movesOf(deed).some((move) => cards.includes(move.kind === "action" ? move.card : move.kind)),
  );
}

/** The deeds that changed a palace of a seat; of palaces alike, the first one has them. */
export function deedsAtPalace(
  deeds: readonly DragonDeed[],
  seat: number,
  { number, alike }: Palace,
): DragonDeed[] {
  const numbers = number < Math.min(...alike, Infinity) ? [number, ...alike] : [number];
  const isHere = (move: DragonMove) =>
    "palace" in move && move.palace !== null && numbers.includes(move.palace);
  return deeds.filter((deed) => deed.seat === seat && movesOf(deed).some(isHere));
}

/** Whether somebody left, or a floor was lost. */
export const hasLeft = (deeds: readonly DragonDeed[]): boolean =>
  deeds.some((deed) => movesOf(deed).some(({ kind }) => GONE.has(kind)));

/** The deeds that built the wall, by its part: the last of so many parts is that of the last deed. */
export function deedsOnWall(deeds: readonly DragonDeed[], built: number): Map<number, DragonDeed> {
  const found = deeds.filter((deed) => movesOf(deed).some(({ kind }) => kind === "wall"));
  return new Map(found.map((deed, index) => [built - found.length + 1 + index, deed]));
}
