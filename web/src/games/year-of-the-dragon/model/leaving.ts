/** While something is played back, who leaves later still stands in the court. */

import type { Step } from "../../../board/face";
import type { DragonMove, DragonView, Palace } from "./view";

const LEAVES = new Set(["release", "starve"]);

/** The palaces of a seat with those persons who leave in a step that is still to come. */
export function palacesBefore(
  { table }: DragonView,
  seat: number,
  coming: readonly Step<DragonMove>[],
): readonly Palace[] {
  const palaces = table.courts[seat - 1]!.palaces;
  const moves = coming.filter(({ kind }) => kind === "move").flatMap(({ places }) => places);
  return moves.reduce((now, { seat: whose, move }) => {
    if (whose !== seat || !move || !LEAVES.has(move.kind) || !("person" in move && "palace" in move))
      return now;
    const { age, kind } = move.person;
    const who = table.persons.find((person) => person.age === age && person.kind === kind);
    return now.map((palace) =>
      who && palace.number === move.palace ? { ...palace, persons: [...palace.persons, who] } : palace,
    );
  }, palaces);
}
