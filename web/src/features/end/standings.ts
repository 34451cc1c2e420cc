/** What the ledger tells: points by source, and the race over the rounds. */

import type { Scored } from "../../net/contract";

export interface SourceSums {
  source: string;
  /** By seat. */
  sums: number[];
}

/** Points by source, the richest source first; the colours of bars follow that order. */
export function sumsBySource(ledger: readonly Scored[], players: number): SourceSums[] {
  const found = new Map<string, number[]>();
  for (const { source, seat, amount } of ledger) {
    const sums = found.get(source) ?? Array<number>(players).fill(0);
    sums[seat - 1]! += amount;
    found.set(source, sums);
  }
  return [...found].map(([source, sums]) => ({ source, sums })).sort((a, b) => total(b.sums) - total(a.sums));
}

export function total(sums: readonly number[]): number {
  return sums.reduce((all, sum) => all + sum, 0);
}

/** The score of each seat after each round: from nothing, before the first, to the last. */
export function raceOf(ledger: readonly Scored[], players: number): { rounds: number[]; lines: number[][] } {
  const last = Math.max(0, ...ledger.map(({ round }) => round));
  const rounds = Array.from({ length: last + 1 }, (_, round) => round);
  const lines = Array.from({ length: players }, (_, index) => {
    let score = 0;
    return rounds.map((round) => {
      for (const one of ledger) if (one.round === round && one.seat === index + 1) score += one.amount;
      return score;
    });
  });
  return { rounds, lines };
}
