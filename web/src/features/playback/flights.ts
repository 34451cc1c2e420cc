/** Where coins fly: from the places of the board that pay to the totals of those who get them. */

import type { Scored } from "../../net/contract";

type Point = readonly [number, number];

export interface Flight {
  id: number;
  seat: number;
  amount: number;
  from: Point;
  to: Point;
  /** In milliseconds. */
  duration: number;
}

/** The way of one payment; null where its total is not in sight. */
export function wayOf({ seat, where }: Scored): Pick<Flight, "from" | "to"> | null {
  const [from, to] = [sourceOf(seat, where), middleOf(`[data-purse="${seat}"]`)];
  return from && to && { from, to };
}

/** A board marks what pays; the middle of the board stands for what it does not mark. */
function sourceOf(seat: number, where: string): Point | null {
  const marks = [where, `seat ${seat}`].map((mark) => `[data-pays="${CSS.escape(mark)}"]`);
  return middleOf(marks[0]!) ?? middleOf(marks[1]!) ?? middleOf("main");
}

/** The last one lies on top. */
function middleOf(what: string): Point | null {
  const box = [...document.querySelectorAll(what)].at(-1)?.getBoundingClientRect();
  return box && box.width > 0 ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}
