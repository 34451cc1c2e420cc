/** The game's part of the view, by the names of the server's contract. */

import type { components } from "../../../made/api";

type Schemas = components["schemas"];

export type EmperorView = Schemas["EmperorOfChina.View"];
export type EmperorPreviewed = Schemas["EmperorOfChina.Previewed"];
export type EmperorMove = Schemas["EmperorOfChina.Move"];
export type EmperorTable = Schemas["EmperorOfChina.EmperorTable"];
export type Region = Schemas["EmperorOfChina.RegionView"];
export type Space = Schemas["EmperorOfChina.SpaceView"];
export type Alliance = Schemas["EmperorOfChina.AllianceView"];
export type Row = Schemas["EmperorOfChina.RowView"];
/** What would change with one more piece. */
export type Changes = Schemas["EmperorOfChina.EmperorChanges"];
/** A piece that is placed: an emissary in a region, any other on a space. */
export type Placing = Schemas["EmperorOfChina.PlacePiece"];
export type Piece = Placing["kind"];

export type Point = readonly [number, number];

function regionOfSpace(table: EmperorTable, space: string): Region | undefined {
  return table.regions.find((region) => region.spaces.some(({ id }) => id === space));
}

/** The region of a place: of a space, or the region itself. */
export function regionAt(table: EmperorTable, place: string): Region | undefined {
  return table.regions.find(({ id }) => id === place) ?? regionOfSpace(table, place);
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
