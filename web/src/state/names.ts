/** Who sits where, in words. */

import type { Line, SeatState, TableState, View } from "../net/contract";
import { say, sayMessage, sayOf } from "../i18n/say";

/** The name of a program: "level:adept" is an adept. A person's name stays as it is. */
export function programName(spec: string): string {
  const [kind, level] = spec.split(":");
  return sayOf(kind === "level" ? `browser.level.${level}` : `browser.program.${spec}`, spec);
}

/** How a seat is called, with its colour where its name alone would not tell. */
export function seatName(state: TableState, seat: number): string {
  const { name, who, person } = state.seats[seat - 1]!;
  const isAlone = state.seats.filter((other) => other.name === name).length === 1;
  if (!name) return say("browser.seat.free");
  if (who === "person" && !state.view) return name;
  const isShared = state.seats.filter((other) => other.person === person && other.name === name).length > 1;
  if (person !== null && isShared) return sayOf(`seat.${seat}`, name); // the same name for several seats tells nothing
  const called = who === "person" ? name : programName(name);
  return isAlone ? called : say("browser.seat.of-colour", { name: called, seat });
}

/** How a person is called who waits for a game: of several with one name, each has a number. */
export function waitingName({ seats }: TableState, { seat, name }: SeatState): string {
  const namesakes = seats.filter((other) => other.who === "person" && other.name === name);
  if (namesakes.length < 2) return name;
  return say("browser.seat.namesake", {
    name,
    number: 1 + namesakes.findIndex((other) => other.seat === seat),
  });
}

/** A view in which seats are called as they are everywhere at this table. */
export function withNames(view: View, state: TableState): View {
  return { ...view, names: state.seats.map(({ seat }) => seatName(state, seat)) };
}

/** What the server has to say, with all called by their names. Where it is plain which seat is meant no colour tells it
 * apart from others of its name. */
export function tellLine(line: Line, state: TableState, plain: number | null = null): string {
  return tellAs(line, (seat) => (seat === plain ? plainName(state, seat) : seatName(state, seat)));
}

/** What the server has to say, with seats called as one is told to. */
export function tellAs(line: Line, call: (seat: number) => string): string {
  return sayMessage(line, call).replace(/(\w)-(\d)/g, "$1\u2011$2"); // "wei-2" is one word
}

function plainName(state: TableState, seat: number): string {
  const { name, who } = state.seats[seat - 1]!;
  return name && who === "program" ? programName(name) : seatName(state, seat);
}
