/** Seats as people know them, and how they stand in a region. */

import { say } from "../../words/say";
import type { Piece } from "./moves";
import type { EmperorView, Region } from "./table";

export interface Standing {
  seat: number;
  houses: number;
  emissaries: number;
  points: number;
  /** Whether nobody has more houses there. */
  leads: boolean;
}

/** All seats of a region, most houses first. */
export function standings({ houses, emissaries, points }: Region): Standing[] {
  const most = Math.max(...houses);
  return houses
    .map((count, i) => ({
      seat: i + 1,
      houses: count,
      emissaries: emissaries[i] ?? 0,
      points: points[i] ?? 0,
      leads: count > 0 && count === most,
    }))
    .sort((a, b) => b.houses - a.houses || b.emissaries - a.emissaries);
}

/** A region as it would be with one more piece of a seat. */
export function withPiece(region: Region, piece: Piece, seat: number): Region {
  const grown = (counts: readonly number[]) => counts.map((count, i) => count + Number(i === seat - 1));
  if (piece === "house") return { ...region, houses: grown(region.houses) };
  if (piece === "emissary") return { ...region, emissaries: grown(region.emissaries) };
  return region;
}

/** Who sits there, in a sentence for the one at the screen. */
export function nameOf(view: EmperorView, seat: number): string {
  return seat === view.seat ? say("browser.emperor-of-china.you") : view.names[seat - 1]!;
}
