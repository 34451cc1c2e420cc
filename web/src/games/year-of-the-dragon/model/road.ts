/** The year as a road: how wide its months are, and which of them are over. */

import type { DragonView, Forecast } from "./view";

type Table = DragonView["table"];

export type Stage = "over" | "now" | "coming";

/** Whether a month is over, under way, or to come; one that is over may still owe something, and is then under way. */
export function stageOf(table: Table, month: number, isOwed: boolean): Stage {
  if (month <= table.events_over && !isOwed) return "over";
  return month === table.month ? "now" : "coming";
}

const SHARES: Record<Stage, number> = { over: 0.4, now: 2.6, coming: 1 };
/** Of months that are to come: peace has nothing to tell, the Mongols give and take. */
const COMING: Record<string, number> = { peace: 0.6, mongols: 1.25 };

/** Columns of the grid: what is over is narrow, the present month widest, the others as wide as what they tell. */
export function columnsOf(stages: readonly Stage[], events: readonly string[]): string {
  const columns = stages.map((stage, index) => {
    const weight = stage === "coming" ? (COMING[events[index]!] ?? 1) : 1;
    return `minmax(calc(var(--month-${stage}, 0px) * ${weight}), ${SHARES[stage] * weight}fr)`;
  });
  return columns.join(" ");
}

/** What a month would mean for each of the other seats, in the order of seats. */
export function rivalTolls(view: DragonView, month: number): { seat: number; toll: Forecast }[] {
  return view.table.courts.flatMap(({ to_come }, index) => {
    const toll = to_come.find((told) => told.month === month);
    return toll && index + 1 !== view.seat ? [{ seat: index + 1, toll }] : [];
  });
}

/** In a few signs: "+6", "−2", "+2−1", "0". */
export function inSigns({ points, releases }: Forecast): string {
  const parts = [points ? `+${points}` : "", releases ? `−${releases}` : ""].join("");
  return parts || "0";
}

/** What a month would mean after the previewed move, where that is something else than it is without it. */
export function tollAfter(
  now: Forecast | undefined,
  after: readonly Forecast[] | undefined,
): Forecast | null {
  const found = now && after?.find(({ month }) => month === now.month);
  if (!now || !found) return null;
  const isSame = (["releases", "paid", "points"] as const).every((key) => found[key] === now[key]);
  return isSame ? null : found;
}
