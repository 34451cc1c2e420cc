/** Chances to win over a game, as a chart and a table show them; and what is said of a move. */

import type { JudgedDecision } from "../../net/contract";
import { percent } from "../../i18n/typeset";
import type { Place } from "../../ui/chart";

export const CONFIDENT = 1.96; // standard errors: 95 %
const WORTH_TELLING = 0.02; // of the chance to win: what a move has to cost to be named among the worst

/** How it stood after so many moves: what each seat could hope for, and half the width of the band around it. */
export interface Standing {
  move: number;
  chances: readonly number[];
  bands: readonly number[];
}

/** All standings that were judged; and the end, when it is known who won. */
export function standingsOf(
  judged: readonly JudgedDecision[],
  end: { moves: number; winners: readonly number[]; players: number } | null,
): Standing[] {
  const found = judged.map(({ number, chances, errors }) => ({
    move: number - 1,
    chances,
    bands: errors.map((error) => CONFIDENT * error),
  }));
  if (!end) return found;
  const seats = Array.from({ length: end.players }, (_, index) => index + 1);
  const chances = seats.map((seat) => (end.winners.includes(seat) ? 1 / end.winners.length : 0));
  return [...found, { move: end.moves, chances, bands: chances.map(() => 0) }];
}

/** Half the width of the interval around a share, in whole per cent: at least one, since nothing is known for sure. */
export const within = (error: number): number => Math.max(1, percent(CONFIDENT * error));

/** Points as a sentence says them after "about", without their sign. */
export const rounded = (points: number): number => Math.max(1, Math.round(Math.abs(points)));

/** The moves that cost most, as far as they cost anything worth telling: in points, so that a lost game teaches as well;
 * in the chance to win where an older analysis knows no points. */
export function worstOf(judged: readonly JudgedDecision[], most: number): JudgedDecision[] {
  const hasCosts = judged.some(({ cost }) => typeof cost === "number");
  const isCostly = ({ cost, loss, error }: JudgedDecision) =>
    hasCosts ? (cost ?? 0) > 0 : loss >= WORTH_TELLING && loss > error;
  const weight = ({ cost, loss }: JudgedDecision) => (hasCosts ? (cost ?? 0) : loss);
  return judged
    .filter(isCostly)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, most);
}

/** The decision after which the winner was ahead of everybody to the end; none where they were ahead all along, where
 * several won, or where nothing is known. */
export function turningPoint(
  judged: readonly JudgedDecision[],
  winners: readonly number[],
): JudgedDecision | undefined {
  const winner = winners.length === 1 ? winners[0]! - 1 : -1;
  return judged.findLast(({ chances }) =>
    chances.some((chance, seat) => winner >= 0 && seat !== winner && chance >= chances[winner]!),
  );
}

/** The first move worth looking at again: one's own first mistake, else what cost one most, else the turning point. */
export function firstToReview(
  judged: readonly JudgedDecision[],
  own: number | null,
  winners: readonly number[],
): number | null {
  const mine = judged.filter(({ seat }) => seat === own);
  const found = mine.find(({ mistake }) => mistake) ?? worstOf(mine, 1)[0] ?? turningPoint(judged, winners);
  return found?.number ?? null;
}

type Verdict = "best" | "alike" | "maybe" | "costly" | "worse" | "mistake";

/** What is to be said of a move, so that it claims no more than is known. */
export function verdictOf({ played, best, loss, error, mistake, cost }: JudgedDecision): Verdict {
  if (played.move === best[0]?.move) return "best";
  if (mistake) return "mistake";
  if (cost) return "costly";
  if (loss > CONFIDENT * error && loss >= WORTH_TELLING) return "worse";
  return loss > error && loss >= WORTH_TELLING ? "maybe" : "alike";
}

/** The line of a seat in a chart of so many moves, and the outline of the band around it. */
export function linesOf(
  standings: readonly Standing[],
  seat: number,
  moves: number,
): { line: Place[]; band: Place[] } {
  const inside = (chance: number) => Math.min(1, Math.max(0, chance));
  const points = standings.map(({ move, chances, bands }) => ({
    across: move / moves,
    up: chances[seat] ?? 0,
    band: bands[seat] ?? 0,
  }));
  const above = points.map(({ across, up, band }) => ({ across, up: inside(up + band) }));
  const below = points.map(({ across, up, band }) => ({ across, up: inside(up - band) })).reverse();
  return { line: points, band: [...above, ...below] };
}

/** The standing nearest to a place in the game. */
export function nearest(standings: readonly Standing[], move: number): Standing | undefined {
  return standings.reduce<Standing | undefined>(
    (best, one) => (!best || Math.abs(one.move - move) < Math.abs(best.move - move) ? one : best),
    undefined,
  );
}
