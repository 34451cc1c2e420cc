/** What an event would take and give, in words. */

import { say, sayOf } from "../../../i18n/say";
import type { Forecast } from "./view";

export function tollInWords({ event, releases, paid, points }: Forecast): string {
  const parts: string[] = [];
  if (paid) parts.push(sayOf(`browser.year-of-the-dragon.paid.${event}`, `${paid}`, { paid }));
  if (releases) parts.push(say("browser.year-of-the-dragon.releases", { releases }));
  if (points) parts.push(say("browser.year-of-the-dragon.gains", { points }));
  return parts.length
    ? say("browser.year-of-the-dragon.toll", { parts })
    : say("browser.year-of-the-dragon.no-toll");
}
