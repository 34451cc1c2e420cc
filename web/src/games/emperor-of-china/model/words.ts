/** Moves and pieces in words. */

import { say, sayOf } from "../../../i18n/say";
import { asPlacing } from "./moves";
import { regionAt, type EmperorMove, type EmperorView, type Placing, type Region } from "./view";

export function cardsInWords(cards: readonly string[]): string {
  const colour = cards[0] ?? "";
  return cards.length === 1
    ? say("browser.emperor-of-china.one-card", { colour })
    : say("browser.emperor-of-china.two-cards", { colour });
}

/** With the words that stand on the card, so that people who control the screen by voice can say what they read. */
export function nameCard(key: "card" | "take-of", colour: string, names: readonly string[]): string {
  return say(`browser.emperor-of-china.${key}`, { colour, regions: names.join(" · ") });
}

/** The label of a space, region or button by which a move is made: it names a space by its notation. */
export function labelMove(view: EmperorView, move: EmperorMove): string {
  if ("colour" in move) return say(`browser.emperor-of-china.${move.kind}`, { colour: move.colour });
  if (!("cards" in move)) return say(`browser.emperor-of-china.${move.kind}`);
  const at = move.kind === "emissary" ? (regionAt(view.table, move.at)?.name ?? move.at) : move.at;
  return say(`browser.emperor-of-china.${move.kind}`, { at, cards: cardsInWords(move.cards) });
}

/** A move in words, for somebody who looks at the map. A space has its number, since two moves in one region would read
 * alike without it. */
export function nameMove(view: EmperorView, move: EmperorMove): string {
  const placing = asPlacing(move);
  const region = placing && regionAt(view.table, placing.at);
  if (!region || placing.kind === "emissary") return labelMove(view, move);
  const key = `browser.emperor-of-china.${placing.kind}-in` as const;
  const at = say("browser.emperor-of-china.space", {
    region: region.name,
    number: String(1 + region.spaces.findIndex(({ id }) => id === placing.at)),
  });
  return say(key, { at, cards: cardsInWords(placing.cards) });
}

/** Who cannot place a second piece is told that it is so: the others do not know it. */
export function question({ table, moves }: EmperorView): string | null {
  if (moves.length !== 1 || moves[0]?.kind !== "done" || table.placing === null) return null;
  const region = regionAt(table, table.placing)?.name ?? table.placing;
  return say("browser.emperor-of-china.only-done", { region });
}

/** A piece as it would stand there: "Your third house in Lu"; `region` is as it would be with it. */
export function newPiece(region: Region, { kind }: Placing, seat: number): string {
  const at = region.name;
  if (kind === "fortification") return say("browser.emperor-of-china.new-fortification", { at });
  const count = (kind === "house" ? region.houses : region.emissaries)[seat - 1] ?? 0;
  const nth = sayOf(`browser.emperor-of-china.nth.${count}`, `${count}.`);
  return say(`browser.emperor-of-china.new-${kind}`, { nth, at });
}

export function status({ table, over }: EmperorView): string {
  const { round, pile, last_round: isLast, times_run_out: times } = table;
  if (over) return say("browser.emperor-of-china.status-over", { round });
  if (isLast) return say("browser.emperor-of-china.status-last", { round });
  if (times > 0) return say("browser.emperor-of-china.status-last-pile", { round });
  return say("browser.emperor-of-china.status", { round, pile });
}
