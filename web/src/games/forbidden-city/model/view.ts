/** The city's part of the view, by the names of the server's contract. */

import type { components } from "../../../made/api";

type Schemas = components["schemas"];

export type CityView = Schemas["ForbiddenCity.View"];
export type CityPreviewed = Schemas["ForbiddenCity.Previewed"];
export type CityMove = Schemas["ForbiddenCity.Move"];
export type CityTable = Schemas["ForbiddenCity.CityTable"];
export type Cell = Schemas["ForbiddenCity.CellView"];
export type Room = Schemas["ForbiddenCity.RoomView"];
/** A room that a tile would close. */
export type Closing = Schemas["ForbiddenCity.ClosingView"];
/** A tile that is laid. */
export type Placement = Schemas["ForbiddenCity.LayTile"];

/** A cell's address: x to the east, y to the south; the temple is 0,0. */
export type Place = readonly [number, number];
