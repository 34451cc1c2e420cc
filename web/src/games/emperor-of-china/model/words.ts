/** Moves and pieces in words. */

import { say, sayOf } from "../../../i18n/say";
import { parseMove, parsePlacing, type Placing } from "./moves";
import { regionAt, type EmperorView, type Region } from "./view";

export function cardsInWords(cards: readonly string[]): string {
  const colour = cards[0] ?? "";
  return cards.length === 1
    ? say("browser.emperor-of-china.one-card", { colour })
    : say("browser.emperor-of-china.two-cards", { colour });
}

export function nameMove(view: EmperorView, text: string): string {
  const move = parseMove(text);
  if (!move) return text;
  if ("colour" in move) return say(`browser.emperor-of-china.${move.verb}`, { colour: move.colour });
  if (!("cards" in move)) return say(`browser.emperor-of-china.${move.verb}`);
  const at = move.verb === "emissary" ? (regionAt(view.table, move.place)?.name ?? move.place) : move.place;
  return say(`browser.emperor-of-china.${move.verb}`, { at, cards: cardsInWords(move.cards) });
}

/** A move as one would tell it to somebody who looks at the map; with the number of the space, which stands after the last
 * hyphen of its id: two moves in one region would else read the same. */
export function tellMove(view: EmperorView, text: string): string {
  const placing = parsePlacing(text);
  const region = placing && regionAt(view.table, placing.place)?.name;
  if (!region || placing.verb === "emissary") return nameMove(view, text);
  const key = `browser.emperor-of-china.${placing.verb}-in` as const;
  const at = say("browser.emperor-of-china.space", { region, number: placing.place.split("-").at(-1)! });
  return say(key, { at, cards: cardsInWords(placing.cards) });
}

/** Who cannot place a second piece is told that it is so: the others do not know it. */
export function question({ table, legal }: EmperorView): string | null {
  if (legal.length !== 1 || legal[0] !== "done" || table.placing === null) return null;
  const region = regionAt(table, table.placing)?.name ?? table.placing;
  return say("browser.emperor-of-china.only-done", { region });
}

/** A piece as it would stand there: "Your third house in Lu"; `region` is as it would be with it. */
export function newPiece(region: Region, { verb }: Placing, seat: number): string {
  const at = region.name;
  if (verb === "fortification") return say("browser.emperor-of-china.new-fortification", { at });
  const count = (verb === "house" ? region.houses : region.emissaries)[seat - 1] ?? 0;
  const nth = sayOf(`browser.emperor-of-china.nth.${count}`, `${count}.`);
  return say(`browser.emperor-of-china.new-${verb}`, { nth, at });
}

export function status({ table, over }: EmperorView): string {
  const { round, pile, last_round: isLast } = table;
  if (over) return say("browser.emperor-of-china.status-over", { round });
  if (isLast) return say("browser.emperor-of-china.status-last", { round });
  return say("browser.emperor-of-china.status", { round, pile });
}
