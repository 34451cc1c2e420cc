/** The city's part of the view (docs/views.md). */

import type { View } from "../../../net/contract";

/** A cell's address: x to the east, y to the south; the temple is 0,0. */
export type Place = readonly [number, number];

/** What a cell shows of one room. */
export interface Part {
  /** -1 in a garden, and of a tile that is not laid. */
  room: number;
  /** Empty in the temple and in a garden. */
  colour: string;
  advisors: number;
  dragons: number;
}

export interface Cell {
  at: Place;
  kind: "room" | "garden" | "temple";
  tile: string | null;
  seat: number | null;
  turn: number;
  /** North east south west: `.` open, `#` wall, `a` archway. */
  sides: string;
  diagonal: "#" | "a" | null;
  /** North east south west -> which of the parts. */
  touching: number[];
  parts: Part[];
}

export interface Room {
  room: number;
  colour: string;
  cells: Place[];
  tiles: number;
  dragons: number;
  advisors: number[];
  open_ends: number;
  /** Not the temple, and not what was closed when the game began. */
  pays: boolean;
  worth: number;
  value: number;
  neighbours: number[];
}

export interface CityTable {
  start: string;
  round: number;
  rounds: number;
  cells: Cell[];
  rooms: Room[];
  stacks: number[];
  unseen: string[][];
  /** How those of them look that nobody has laid yet. */
  unlaid: Cell[];
  set_aside: string[][];
}

/** A room that a tile would be part of. */
export interface RoomAhead extends Room {
  /** The rooms of now that would be one in it. */
  joins: number[];
}

/** What would be otherwise with a tile more. */
export interface Changes {
  rooms?: RoomAhead[];
}

/** Empty for a spectator. */
export interface OwnTile {
  hand?: string | null;
  turns?: Cell[];
}

export type CityView = View<CityTable, OwnTile>;
