/** The city as it would be with the tile that is looked at. */

import type { Cell, CityPreviewed, CityTable } from "./view";

type Cells = Pick<CityTable, "cells">;

/** The cells with the tile among them; rooms that would be one have one number, as in the preview. */
export function cellsAhead(table: CityTable, { pieces, table: changes }: CityPreviewed): Cells {
  const tile = pieces[0];
  if (!tile) return table;
  const joined = new Map((changes.rooms ?? []).flatMap(({ room, joins }) => joins.map((one) => [one, room])));
  const withRooms = (cell: Cell, roomOf: (part: Cell["parts"][number], number: number) => number): Cell => ({
    ...cell,
    parts: cell.parts.map((part, number) => ({ ...part, room: roomOf(part, number) })),
  });
  return {
    cells: [
      ...table.cells.map((cell) => withRooms(cell, ({ room }) => joined.get(room) ?? room)),
      withRooms(tile, (_, number) => changes.parts?.[number] ?? -1),
    ],
  };
}

/** The rooms on the table that the tile would join, close, or that would count for one that closes. */
export function roomsTouched({ rooms, closings }: CityPreviewed["table"]): Set<number> {
  const touched = (closings ?? []).flatMap(({ room, neighbours }) => [
    room,
    ...neighbours.map((one) => one.room),
  ]);
  return new Set([...(rooms ?? []).flatMap(({ room, joins }) => [room, ...joins]), ...touched]);
}

/** The same cells for what is written at rooms: nothing is written on the tile, unless a room has no other place. */
export function spareTile(table: CityTable, ahead: Cells): Cells {
  const known = new Set(
    ahead.cells.slice(0, table.cells.length).flatMap(({ parts }) => parts.map(({ room }) => room)),
  );
  const cells = ahead.cells.map((cell, index) =>
    index < table.cells.length
      ? cell
      : { ...cell, parts: cell.parts.map((part) => (known.has(part.room) ? { ...part, room: -1 } : part)) },
  );
  return { cells };
}
