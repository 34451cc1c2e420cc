/** The game's part of the view, by the names of docs/views.md. */

import type { View } from "../../../net/contract";

export type Point = readonly [number, number];

export interface Space {
  id: string;
  at: Point;
  house: number | null;
  fortification: boolean;
}

export interface Region {
  id: string;
  name: string;
  colour: string;
  dragon: Point;
  spaces: Space[];
  houses: number[];
  leads: number[];
  emissaries: number[];
  limit: number;
  scored: boolean;
  points: number[];
}

export interface Alliance {
  number: number;
  regions: [string, string];
  points: number;
  seats: number[];
}

export interface Row {
  seat: number;
  spaces: string[];
  points: number;
}

export interface Supply {
  houses: number;
  emissaries: number;
  fortifications: number;
}

export interface EmperorTable {
  side: string;
  fortifications: boolean;
  round: number;
  last_round: boolean;
  times_run_out: number;
  colours: string[];
  deck: number[];
  regions: Region[];
  roads: [string, string][];
  alliances: Alliance[];
  rows: Row[];
  row: string[];
  pile: number;
  discards: string[];
  hands: number[];
  known: string[][];
  supply: Supply[];
  placing: string | null;
  to_draw: number;
}

/** What would be otherwise with a piece more. */
export interface Changes {
  regions?: Region[];
  rows?: Row[];
}

export type EmperorView = View<EmperorTable, { hand?: string[] }>;

function regionOfSpace(table: EmperorTable, space: string): Region | undefined {
  return table.regions.find((region) => region.spaces.some(({ id }) => id === space));
}

/** The region of a place: of a space, or the region itself. */
export function regionAt(table: EmperorTable, place: string): Region | undefined {
  return table.regions.find(({ id }) => id === place) ?? regionOfSpace(table, place);
}

export function spaceOf(table: EmperorTable, id: string): Space | undefined {
  for (const region of table.regions) {
    const space = region.spaces.find((space) => space.id === id);
    if (space) return space;
  }
  return undefined;
}

/** The names of the regions that a card opens. */
export function regionsOfColour(table: EmperorTable, colour: string): string[] {
  return table.regions.filter((region) => region.colour === colour).map(({ name }) => name);
}

const PAINTED = new Set(["red", "green", "yellow", "orange", "purple"]);

/** How a colour is painted: those of an edition of your own may have no paint here, and are told by their names. */
export function paintOf(colour: string): string {
  return PAINTED.has(colour) ? colour : "plain";
}
