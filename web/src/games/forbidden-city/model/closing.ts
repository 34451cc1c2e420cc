/** What a tile that is looked at would close. */

import type { CityPreviewed, CityTable, Room } from "./view";

/** The rooms on the table that would be closed, each perhaps as a part of a larger one. */
export function roomsToClose(table: CityTable, { rooms, closings }: CityPreviewed["table"]): Room[] {
  const joined = rooms?.filter(({ open_ends }) => !open_ends).flatMap(({ joins }) => joins) ?? [];
  return table.rooms.filter(
    ({ room }) => joined.includes(room) || closings?.some((closing) => closing.room === room),
  );
}
