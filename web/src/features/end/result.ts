/** How a game ended, in words. */

import type { TableState, View } from "../../net/contract";
import { seatName } from "../../state/names";
import { say, sayMessage } from "../../i18n/say";
import { countName, placeName } from "./places";

/** The result in one sentence: for somebody with one seat their own place, for all others who won. */
export function resultOf(table: TableState, view: View, you: readonly number[]): string {
  const own = you.length === 1 ? you[0]! : null;
  if (own === null) return winnersOf(table, view);
  const score = view.scores[own - 1]!;
  const place = view.places[own - 1]!;
  if (place > 1) {
    const isShared = view.places.filter((other) => other === place).length > 1;
    return say(isShared ? "browser.end.own-place-shared" : "browser.end.own-place", {
      place: placeName(place),
      players: countName(view.players),
    });
  }
  const names = view.winners.filter((seat) => seat !== own).map((seat) => seatName(table, seat));
  return names.length
    ? say("browser.end.you-share", { names, score })
    : say("browser.end.you-won", { score });
}

/** Who won, and with how much. */
function winnersOf(table: TableState, view: View): string {
  const names = view.winners.map((seat) => seatName(table, seat));
  const score = view.scores[view.winners[0]! - 1] ?? 0;
  return say(names.length > 1 ? "browser.end.shared" : "browser.end.won", { names, score });
}

/** What else there is to say: who won, where that was not the headline; and what broke ties. */
export function detailsOf(table: TableState, view: View, you: readonly number[]): string[] {
  const own = you.length === 1 ? you[0]! : null;
  const ties = view.ties.map(({ line }) => sayMessage(line, (seat) => seatName(table, seat)));
  if (own === null || view.winners.includes(own)) return ties;
  const yours = say("browser.end.yours", { score: view.scores[own - 1]! });
  return [`${winnersOf(table, view)}. ${yours}`, ...ties];
}
