import type { TableState, View } from "../../net/contract";
import { seatName } from "../../state/names";
import { say } from "../../i18n/say";

/** Who won, in one sentence; `you` are the seats of the person who reads it. */
export function resultOf(table: TableState, view: View, you: readonly number[]): string {
  const names = view.winners.map((seat) => seatName(table, seat));
  const score = view.scores[view.winners[0]! - 1] ?? 0;
  if (names.length === 1 && you.length === 1 && view.winners[0] === you[0])
    return say("browser.end.you-won", { score });
  return say(names.length > 1 ? "browser.end.shared" : "browser.end.won", { names, score });
}
