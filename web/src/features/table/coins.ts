/** Coins that fly from where points were made to the names of those who get them. */

import type { Scored } from "../../net/contract";
import { gainsOf } from "../../board/effects";

type Point = readonly [number, number];

export interface Flight {
  id: string;
  seat: number;
  amount: number;
  from: Point;
  to: Point;
}

const PITCH = 44; // of coins from one place

/** One coin a seat, from the last place that paid it; none for seats that are not in sight. */
export function flightsOf(fresh: readonly Scored[], sequence: number): Flight[] {
  const flights: Flight[] = [];
  for (const { seat, amount } of gainsOf(fresh)) {
    const where = fresh.findLast((scored) => scored.seat === seat)!.where;
    const [from, to] = [sourceOf(seat, where), middleOf(`[data-purse="${seat}"]`)];
    if (!from || !to) continue;
    const others = flights.filter((other) => other.from[0] === from[0]).length;
    flights.push({ id: `${sequence} ${seat}`, seat, amount, from: [from[0], from[1] + others * PITCH], to });
  }
  return flights;
}

/** A board marks what pays; the middle of the board stands for what it does not mark. */
function sourceOf(seat: number, where: string): Point | null {
  const marks = [where, `seat ${seat}`].map((mark) => `[data-pays="${CSS.escape(mark)}"]`);
  return middleOf(marks[0]!) ?? middleOf(marks[1]!) ?? middleOf("main");
}

function middleOf(what: string): Point | null {
  const box = document.querySelector(what)?.getBoundingClientRect();
  return box && box.width > 0 ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}
