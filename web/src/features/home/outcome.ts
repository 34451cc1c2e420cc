/** How a finished game ended, in a line of a list. */

import type { TableInShort } from "../../net/contract";
import { say, sayOf } from "../../i18n/say";
import { capitalised } from "../../i18n/typeset";
import { programName } from "../../state/names";
import { countName, placeName, rankedSeats } from "../end/places";

/** One's own place and score, or who won where one played several seats or none; then the others with their scores.
 * Nothing for a game that is not over, or that ended before results were kept. */
export function outcomeOf({ names, players, yours, places, scores }: TableInShort): string[] {
  if (!places || !scores) return [];
  const own = yours.length === 1 ? yours[0]! : null;
  const call = (seat: number) =>
    yours.length > 1 && yours.includes(seat)
      ? sayOf(`seat.${seat}`, names[seat - 1]!) // who share a screen are called by their colours
      : programName(names[seat - 1]!);
  const leading = own === null ? places.flatMap((place, index) => (place === 1 ? [index + 1] : [])) : [own];
  const others = rankedSeats(places, players)
    .filter((seat) => !leading.includes(seat))
    .map((seat) => say("browser.lists.rival", { name: call(seat), score: scores[seat - 1]! }));
  const score = scores[leading[0]! - 1]!;
  const told =
    own === null
      ? say("browser.lists.won-by", { names: leading.map(call), score })
      : say("browser.lists.own", {
          place: placeName(places[own - 1]!),
          players: countName(players),
          score,
        });
  return [capitalised(told), ...(others.length ? [say("browser.lists.against", { names: others })] : [])];
}
