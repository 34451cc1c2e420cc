/** What the view of the game holds (docs/views.md). */

import type { View } from "../../../net/contract";

export interface Person {
  kind: string;
  age: "young" | "old";
  /** Its meaning; the picture follows it, since an edition may have kinds of its own. */
  symbol: string;
  symbols: number;
  value: number;
}

export interface Supply extends Person {
  left: number;
}

export interface Palace {
  number: number;
  /** Moves name one of them for all. */
  alike: number[];
  floors: number;
  persons: Person[];
  starved: boolean;
}

export interface Forecast {
  event: string;
  releases: number;
  paid: number;
  points: number;
}

export interface Court {
  palaces: Palace[];
  yuan: number;
  rice: number;
  fireworks: number;
  small_privileges: number;
  large_privileges: number;
  privilege_dragons: number;
  cards: string[];
  wall_tiles: string[];
  symbols: Record<string, number>;
  income: number;
  actions: Record<string, number>;
  forecast: Forecast[];
  group: number | null;
}

export interface Group {
  number: number;
  cards: string[];
  seats: number[];
  price: number;
}

export interface Table {
  month: number;
  months: number;
  part: "draft" | "action" | "person" | "event" | "wall" | "super-event" | "last-wall" | "end";
  events: string[];
  events_over: number;
  super_event: string | null;
  super_month: number;
  order: number[];
  track: { seat: number; space: number }[];
  groups: Group[];
  privileges: { size: "small" | "large"; price: number; dragons: number }[];
  pairs_taken: string[][];
  persons: Supply[];
  courts: Court[];
  great_wall: boolean;
  wall: number[];
  wall_length: number;
  wall_tiles: Record<string, number>;
  held: Person | null;
  left: number;
}

export type DragonView = View<Table, Record<string, never>>;

/** A piece that a move would bring: `palace` is null for a new one. */
export interface Ghost {
  kind: "person" | "floor";
  seat: number;
  palace: number | null;
  person: Person | null;
}

export const GOODS = ["yuan", "rice", "fireworks"] as const;
export type Good = (typeof GOODS)[number];

export const personCount = (court: Court): number =>
  court.palaces.reduce((count, palace) => count + palace.persons.length, 0);
