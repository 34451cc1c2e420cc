/** The game's part of the view, by the names of the server's contract. */

import type { components } from "../../../made/api";

type Schemas = components["schemas"];

export type DragonView = Schemas["YearOfTheDragon.View"];
export type DragonPreviewed = Schemas["YearOfTheDragon.Previewed"];
export type DragonMove = Schemas["YearOfTheDragon.Move"];
export type Court = Schemas["YearOfTheDragon.CourtView"];
export type Palace = Schemas["YearOfTheDragon.PalaceView"];
export type Person = Schemas["YearOfTheDragon.PersonView"];
export type Supply = Schemas["YearOfTheDragon.SupplyView"];
/** What a month would mean for a seat. */
export type Forecast = Schemas["YearOfTheDragon.MonthForecastView"];
export type Group = Schemas["YearOfTheDragon.GroupView"];
/** A piece that a move would bring. */
export type Ghost = Schemas["YearOfTheDragon.GhostView"];
export type Good = Schemas["YearOfTheDragon.ReturnGood"]["good"];

export const GOODS: readonly Good[] = ["yuan", "rice", "fireworks"];

/** Whether what an event brings has begun: then its forecast tells what is still to come of it. */
export const isUnderWay = ({ part, month }: DragonView["table"], { month: told }: Forecast): boolean =>
  month === told && part !== "action" && part !== "person";

export const personCount = (court: Court): number =>
  court.palaces.reduce((count, palace) => count + palace.persons.length, 0);

/** What the seat that moves would have after a move. */
export type After = Required<Schemas["YearOfTheDragon.PreviewTable"]>;

/** What a preview shows of the table; null where there is none. */
export function previewedTable(previewed: DragonPreviewed | null): After | null {
  const table = previewed?.table;
  return table && "to_come" in table ? (table as After) : null;
}

/** Persons with keys: those of one sort are told apart by counting them. */
export function withKeys(all: readonly Person[]): { person: Person; key: string }[] {
  const counts: Record<string, number> = {};
  return all.map((person) => {
    const sort = `${person.age} ${person.kind}`;
    return { person, key: `${sort} ${(counts[sort] = (counts[sort] ?? 0) + 1)}` };
  });
}
