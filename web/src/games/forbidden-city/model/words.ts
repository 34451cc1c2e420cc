/** Rooms, tiles and moves in words. */

import { say, word, type Key } from "../../../i18n/say";
import { printPlace } from "./moves";
import type { Cell, CityMove, CityPreviewed, CityView, Closing, Room } from "./view";

const SIDES = ["north", "east", "south", "west"] as const;

/** The label of a place where a move can be made, by the notation of that place. */
export function labelMove(move: CityMove): string {
  if (move.kind === "set-aside") return say("browser.forbidden-city.set-aside");
  const key: Key = move.turn ? "browser.forbidden-city.lay-turned" : "browser.forbidden-city.lay";
  return say(key, { at: printPlace(move.at), quarters: move.turn });
}

/** The same, with the coins that it can bring at once. */
export function labelPlace(move: CityMove, gain: number): string {
  const label = labelMove(move);
  return gain ? say("browser.forbidden-city.lay-gains", { label, gain }) : label;
}

/** Where the game stands. */
export function tellRound({ table, over }: CityView): string {
  const { round, rounds } = table;
  const key = round === rounds && !over ? "status-last" : "status";
  return say(`browser.forbidden-city.${key}`, { round, rounds });
}

/** What a tile would do: each room that closes with its sum, else what its rooms would be worth. */
export function tellEffect({ pieces, table }: CityPreviewed): string[] | null {
  if (!pieces.length) return null;
  if (table.closings?.length) return table.closings.map(tellSum);
  const rooms = (table.rooms ?? []).filter(({ open_ends, pays }) => open_ends && pays);
  const worth = rooms.map(({ colour, value }) =>
    say("browser.forbidden-city.room-now", { room: nameRoom(colour), value }),
  );
  return [
    worth.length
      ? say("browser.forbidden-city.closes-nothing", { rooms: worth })
      : say("browser.forbidden-city.closes-none"),
  ];
}

function tellSum({ colour, value, tiles, dragons, worth, neighbours, paid }: Closing): string {
  const room = nameRoom(colour);
  if (!paid.length) return say("browser.forbidden-city.closing-empty", { room });
  const parts = [
    say("browser.forbidden-city.tiles", { tiles }),
    ...(dragons ? [say("browser.forbidden-city.sum-dragons", { points: worth - tiles, dragons })] : []),
    ...neighbours.map((one) =>
      one.colour
        ? say("browser.forbidden-city.sum-neighbour", { amount: one.worth, colour: word(one.colour) })
        : say("browser.forbidden-city.sum-temple", { amount: one.worth }),
    ),
  ];
  return say("browser.forbidden-city.closing", { room, sum: parts.join(" + "), value });
}

const TURNED = [
  "browser.forbidden-city.lay-way",
  "browser.forbidden-city.lay-clockwise",
  "browser.forbidden-city.lay-upside-down",
  "browser.forbidden-city.lay-anticlockwise",
] as const;

/** What a move does, for somebody who looks at the board: where the tile goes, counted from the start tile. */
export function nameMove(move: CityMove): string {
  if (move.kind === "set-aside") return labelMove(move);
  const [east, south] = move.at;
  const ways = [
    [-south, "north"],
    [south, "south"],
    [east, "east"],
    [-east, "west"],
  ] as const;
  const told = ways.filter(([steps]) => steps > 0);
  return say(TURNED[move.turn]!, { ways: told.map(([steps, side]) => `${steps} ${word(side)}`) });
}

export function nameRoom(colour: string): string {
  return colour
    ? say("browser.forbidden-city.room", { colour: word(colour) })
    : say("browser.forbidden-city.temple");
}

/** That a room would close: what it would be worth, or that nobody would be paid. */
export function tellClosing({ colour, value, paid }: Closing): string {
  const room = nameRoom(colour);
  return paid.length
    ? say("browser.forbidden-city.closes", { room, value })
    : say("browser.forbidden-city.closes-empty", { room });
}

/** What is asked of somebody whose tile lies there, and waits. */
export function askToConfirm(move: CityMove): string | null {
  return move.kind === "lay" ? say("browser.forbidden-city.laid") : null;
}

/** How it stands with a room, in one sentence. */
export function tellRoom(view: CityView, room: Room): string {
  const advisors = room.advisors.flatMap((count, seat) =>
    count ? [say("browser.forbidden-city.advisors-of", { name: view.names[seat]!, count })] : [],
  );
  const parts = [
    ...(room.pays ? [say("browser.forbidden-city.worth", { value: room.value })] : []),
    say("browser.forbidden-city.tiles", { tiles: room.tiles }),
    ...(room.dragons ? [say("browser.forbidden-city.dragons", { dragons: room.dragons })] : []),
    ...advisors,
    tellEnds(room),
  ];
  return `${nameRoom(room.colour)}: ${parts.join("; ")}`;
}

export function tellEnds(room: Room): string {
  return room.open_ends
    ? say("browser.forbidden-city.open-ends", { ends: room.open_ends })
    : say("browser.forbidden-city.closed");
}

/** What a tile shows: its rooms with their figures. */
export function tellRooms(cell: Cell): string {
  return cell.parts
    .map(({ colour, advisors, dragons }) => {
      const figures = [
        ...(dragons ? [say("browser.forbidden-city.dragons", { dragons })] : []),
        ...(advisors ? [say("browser.forbidden-city.advisors", { advisors })] : []),
      ];
      return [nameRoom(colour), ...figures].join(", ");
    })
    .join("; ");
}

/** Where a tile is open, and where it has archways. */
export function tellSides(cell: Cell): string {
  const towards = (kind: string) => SIDES.filter((_, side) => cell.sides[side] === kind).map(word);
  return [
    ["browser.forbidden-city.open-to", towards(".")] as const,
    ["browser.forbidden-city.archway-to", towards("a")] as const,
  ]
    .flatMap(([key, sides]) => (sides.length ? [say(key, { sides })] : []))
    .join("; ");
}
