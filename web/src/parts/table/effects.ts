import type { Previewed } from "../../server/contract";

/** What each seat would get, in the order in which it would be paid. */
export function gainsOf({ ledger }: Pick<Previewed, "ledger">): { seat: number; amount: number }[] {
  const sums = new Map<number, number>();
  for (const { seat, amount } of ledger as { seat: number; amount: number }[])
    sums.set(seat, (sums.get(seat) ?? 0) + amount);
  return [...sums].map(([seat, amount]) => ({ seat, amount }));
}
