/** The turning points of a game: where the lead changed for good, and where most points were made. */

import { say } from "../../i18n/say";

/** One or two sentences. `lines` has the scores by seat, after each round; `names` are by seat, too. */
export function tellTurningPoints(lines: readonly number[][], names: readonly string[]): string[] {
  const told: string[] = [];
  const leads = leadsOf(lines);
  const last = isSettled(lines) ? leads.at(-1) : undefined; // of those who are level at the end nobody leads
  if (last && leads.length === 1)
    told.push(say("browser.end.led-throughout", { name: names[last.seat]!, round: last.round }));
  else if (last && leads.length === 2)
    told.push(say("browser.end.led-since", { name: names[last.seat]!, round: last.round }));
  else if (last)
    told.push(
      say("browser.end.led-at-last", {
        name: names[last.seat]!,
        round: last.round,
        changes: leads.length - 1,
      }),
    );
  const best = bestRound(lines);
  if (best.points > 0)
    told.push(
      say("browser.end.best-round", { name: names[best.seat]!, round: best.round, points: best.points }),
    );
  return told;
}

interface Lead {
  seat: number;
  round: number;
}

function isSettled(lines: readonly number[][]): boolean {
  const scores = lines.map((line) => line.at(-1) ?? 0);
  const most = Math.max(...scores);
  return scores.indexOf(most) === scores.lastIndexOf(most);
}

/** Who took the lead when, and alone; a leader who is caught up with leads until another is ahead. */
function leadsOf(lines: readonly number[][]): Lead[] {
  const leads: Lead[] = [];
  for (let round = 0; round < (lines[0]?.length ?? 0); round++) {
    const scores = lines.map((line) => line[round]!);
    const most = Math.max(...scores);
    const seat = scores.indexOf(most);
    const isAlone = scores.lastIndexOf(most) === seat;
    if (isAlone && leads.at(-1)?.seat !== seat) leads.push({ seat, round });
  }
  return leads;
}

function bestRound(lines: readonly number[][]): Lead & { points: number } {
  let best = { seat: 0, round: 0, points: 0 };
  for (const [seat, line] of lines.entries())
    for (let round = 1; round < line.length; round++) {
      const points = line[round]! - line[round - 1]!;
      if (points > best.points) best = { seat, round, points };
    }
  return best;
}
