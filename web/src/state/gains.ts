import type { Gain } from "./deeds";

/** What each seat gets in all, in the order in which they are paid. */
export function gainsOf(ledger: readonly Gain[]): Gain[] {
  const sums = new Map<number, number>();
  for (const { seat, amount } of ledger) sums.set(seat, (sums.get(seat) ?? 0) + amount);
  return [...sums].map(([seat, amount]) => ({ seat, amount }));
}
