import type { TableState, View } from "../../server/contract";
import { seatName } from "../../table/names";
import { say } from "../../words/say";

/** Who won, in one sentence. */
export function resultOf(table: TableState, view: View): string {
  const names = view.winners.map((seat) => seatName(table, seat));
  const score = view.scores[view.winners[0]! - 1] ?? 0;
  return say(names.length > 1 ? "browser.end.shared" : "browser.end.won", { names, score });
}
