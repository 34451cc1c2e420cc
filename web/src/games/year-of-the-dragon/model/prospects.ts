/** What the choices of the action phase cost and lead to, for the one at the screen. */

import { say } from "../../../i18n/say";
import { printMove } from "./moves";
import { tollInWords } from "./tolls";
import type { DragonMove, DragonView } from "./view";

export type Prospect = DragonView["table"]["prospects"][number];

/** The prospect of the first of the moves that may be made, or of the first; null where another is to move. */
export function prospectOf(view: DragonView, moves: readonly DragonMove[]): Prospect | null {
  if (view.seat === null || view.seat !== view.to_move) return null;
  const named = new Set(moves.map(printMove));
  const found = view.table.prospects.filter(({ move }) => named.has(move));
  return found.find(({ toll }) => toll) ?? found[0] ?? null;
}

/** What the month takes after it, or how much is lacking. */
export function prospectInWords(view: DragonView, prospect: Prospect | null): string {
  if (!prospect) return "";
  if (prospect.short) return say("browser.year-of-the-dragon.lacks", { yuan: prospect.short });
  if (!prospect.toll || prospect.toll.event === "peace") return "";
  return say("browser.year-of-the-dragon.after-it", {
    toll: tollInWords(view.table, { ...prospect.toll, month: view.table.month }),
  });
}
