/** Seats as people know them, and how they stand in a region. */

import { say } from "../../../i18n/say";
import type { EmperorView, Region } from "./view";

interface Standing {
  seat: number;
  houses: number;
  emissaries: number;
  points: number;
  /** Whether nobody has more houses there. */
  leads: boolean;
}

/** All seats of a region, most houses first. */
export function standings({ houses, emissaries, points, leads }: Region): Standing[] {
  return houses
    .map((count, i) => ({
      seat: i + 1,
      houses: count,
      emissaries: emissaries[i] ?? 0,
      points: points[i] ?? 0,
      leads: leads.includes(i + 1),
    }))
    .sort((a, b) => b.houses - a.houses || b.emissaries - a.emissaries);
}

/** Who sits there, among others in a sentence for the one at the screen. */
export function nameAmong(view: EmperorView, seat: number): string {
  return seat === view.seat ? say("browser.emperor-of-china.you-among") : view.names[seat - 1]!;
}

/** Whose house that is. */
export function houseOf(view: EmperorView, seat: number): string {
  return seat === view.seat
    ? say("browser.emperor-of-china.your-house")
    : say("browser.emperor-of-china.house-of", { name: view.names[seat - 1]! });
}

/** Who sits there, at the beginning of a sentence for the one at the screen. */
export function nameOf(view: EmperorView, seat: number): string {
  return seat === view.seat ? say("browser.emperor-of-china.you") : view.names[seat - 1]!;
}
