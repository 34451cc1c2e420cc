/** What a preview tells about rooms: which would close, what they are worth, who is paid. */

import type { Previewed } from "../../../net/contract";
import type { Changes, CityTable, Room } from "./view";

export interface Closing {
  colour: string;
  value: number;
  paid: { seat: number; amount: number }[];
}

export function closingsOf(previewed: Previewed | null): Closing[] {
  const found: Closing[] = [];
  for (const { key, values } of previewed?.lines ?? []) {
    if (isClosing(key)) {
      const { colour, value } = values as { colour: string; value: number };
      found.push({ colour, value, paid: [] });
    } else if (key === "forbidden-city.log.paid") {
      const { seat, amount } = values as { seat: number; amount: number };
      found.at(-1)?.paid.push({ seat, amount });
    }
  }
  return found;
}

/** The rooms on the table that would be closed, each perhaps as a part of a larger one. */
export function roomsToClose(table: CityTable, { rooms = [] }: Changes): Room[] {
  const joined = rooms.filter(({ open_ends }) => !open_ends).flatMap(({ joins }) => joins);
  return table.rooms.filter(({ room }) => joined.includes(room));
}

const isClosing = (key: string): boolean =>
  key === "forbidden-city.log.closed" || key === "forbidden-city.log.closed-empty";
