/** A person of the supply that is clicked: its card is played first, and then it is taken, where others could be, too. */

import type { Choice } from "../../../state/choice.svelte";
import type { Chooser } from "../../../board/spots";
import { printMove } from "./moves";
import type { Person } from "./view";

/** The moves of a choice; the card that it makes is played for this person. */
export function wishFor(choice: Choice, { age, kind }: Person): Chooser {
  const take = printMove({ kind: "take", person: { age, kind } });
  const play = async (card: string) => {
    await choice.type(card);
    if (choice.may(take)) choice.make(take);
  };
  return {
    get previewing() {
      return choice.previewing;
    },
    preview: (move) => choice.preview(move),
    make: (move) => {
      if (choice.may(move)) void play(move);
    },
  };
}
