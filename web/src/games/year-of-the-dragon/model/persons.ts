/** Persons in words: what they do. */

import { say, sayOf } from "../../../i18n/say";
import { nameOf } from "./moves";
import type { Person } from "./view";

/** "Old farmer: 1 space on the track; 2 rice sacks, each …" */
export function tellPerson(person: Person): string {
  return say("browser.year-of-the-dragon.person-told", {
    person: nameOf(person),
    value: person.value,
    does: sayOf(`browser.year-of-the-dragon.does.${person.symbol}`, person.symbol, {
      symbols: person.symbols,
    }),
  });
}
