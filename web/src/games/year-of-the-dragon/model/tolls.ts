/** What an event would take and give, or still does, in words. */

import { say, sayOf } from "../../../i18n/say";
import { isUnderWay, type DragonView, type Forecast } from "./view";

export function tollInWords(table: DragonView["table"], toll: Forecast): string {
  const { event, releases, paid, points } = toll;
  const parts: string[] = [];
  if (paid) parts.push(sayOf(`browser.year-of-the-dragon.paid.${event}`, `${paid}`, { paid }));
  if (releases) parts.push(say("browser.year-of-the-dragon.releases", { releases }));
  if (points) parts.push(say("browser.year-of-the-dragon.gains", { points }));
  const isOwed = isUnderWay(table, toll);
  if (parts.length) return say(`browser.year-of-the-dragon.${isOwed ? "owed" : "toll"}`, { parts });
  return say(`browser.year-of-the-dragon.${isOwed ? "nothing-owed" : "no-toll"}`);
}
