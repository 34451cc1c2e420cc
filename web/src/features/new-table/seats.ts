/** Whom a seat is for, as one choice. */

import type { NewSeat } from "../../net/contract";

/** "me", "friend", "anybody", or a program's level. */
export type SeatWish = string;

/** What a seat is asked for as; `name`: what somebody is called there who shares the screen. */
export function seatOf(wish: SeatWish, name = ""): NewSeat {
  if (wish === "me" && name.trim()) return { who: wish, name: name.trim() };
  if (wish === "me" || wish === "friend" || wish === "anybody") return { who: wish };
  return { who: "program", program: wish };
}
