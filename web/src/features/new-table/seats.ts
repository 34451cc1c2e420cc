/** Whom a seat is for, as one choice. */

import type { NewSeat } from "../../net/contract";

/** "me", "friend", "anybody", or a program's level. */
export type SeatWish = string;

/** Whom everybody plays who does not choose. */
export const RIVAL: SeatWish = "level:adept";

export function seatOf(wish: SeatWish): NewSeat {
  if (wish === "me" || wish === "friend" || wish === "anybody") return { who: wish };
  return { who: "program", program: wish };
}
