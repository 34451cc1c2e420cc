/** What a preview tells about rooms: which would close, what they are worth, who is paid. */

import type { Previewed } from "../../server/contract";
import { printPlace } from "./moves";
import type { CityTable, Room } from "./types";

export interface Closing {
  colour: string;
  value: number;
  /** Each as `x,y`, the tile that closes it included. */
  cells: string[];
  paid: { seat: number; amount: number }[];
}

export function closingsOf(previewed: Previewed | null): Closing[] {
  const found: Closing[] = [];
  for (const { key, values } of previewed?.lines ?? []) {
    if (isClosing(key)) {
      const { colour, value, cells } = values as unknown as Closing;
      found.push({ colour, value, cells, paid: [] });
    } else if (key === "forbidden-city.log.paid") {
      const { seat, amount } = values as { seat: number; amount: number };
      found.at(-1)?.paid.push({ seat, amount });
    }
  }
  return found;
}

/** The rooms on the table that a closing would take in. */
export function roomsIn(table: CityTable, { colour, cells }: Closing): Room[] {
  return table.rooms.filter(
    (room) => room.colour === colour && room.cells.every((at) => cells.includes(printPlace(at))),
  );
}

const isClosing = (key: string): boolean =>
  key === "forbidden-city.log.closed" || key === "forbidden-city.log.closed-empty";
