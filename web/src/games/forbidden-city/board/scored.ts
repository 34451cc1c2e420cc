/** The scoring that is played back: which room of the board closed, and the parts of its sum. */

import type { Step } from "../../../board/face";
import type { Line } from "../../../net/contract";
import { printPlace } from "../model/moves";
import type { CityMove, CityTable, Room } from "../model/view";

const CLOSED = ["forbidden-city.log.closed", "forbidden-city.log.closed-empty"];
const LAST_TILES = "last-tiles";

export interface ScoredRoom {
  room: Room;
  /** What closed it, which is where its coins come from. */
  where: string;
  /** In the order in which they are counted: what each of its tiles brings the sum to. */
  counts: readonly { at: Room["cells"][number]; sum: number }[];
  /** The rooms that count for it, and how much. */
  neighbours: readonly { room: number; amount: number }[];
  /** Nothing, if nobody was paid. */
  value: number | null;
}

/** A tile that is turned over at the end. */
export interface LastTile {
  tile: string;
  seat: number;
  amount: number;
}

/** The room that the last steps tell of, until the next move. */
export function roomScored(table: CityTable, steps: readonly Step<CityMove>[]): ScoredRoom | null {
  const told = steps.findLast(({ kind, line }) => kind === "move" || isClosing(line));
  if (!told?.line || !isClosing(told.line) || lastTiles(steps).length) return null;
  const { colour, cells, value, at } = told.line.values;
  const room = table.rooms.find((one) => one.colour === colour && isOn(one, cells as string[]));
  if (!room) return null;
  const isPaid = told.line.key === CLOSED[0];
  const sums = sumsOf(told.line);
  return {
    room,
    where: String(at),
    counts: isPaid ? countTiles(table, room, sums[0]) : [],
    neighbours: isPaid ? countNeighbours(room, sums.slice(1)) : [],
    value: isPaid ? Number(value) : null,
  };
}

/** The tiles of one seat that were turned over so far, if that is what is told now. */
export function lastTiles(steps: readonly Step<CityMove>[]): LastTile[] {
  const seat = steps.at(-1)?.paid?.source === LAST_TILES ? steps.at(-1)!.seat : null;
  return steps.flatMap(({ paid }) =>
    paid?.source === LAST_TILES && paid.seat === seat
      ? [{ tile: paid.where, seat: paid.seat, amount: paid.amount }]
      : [],
  );
}

const isClosing = (line: Line | null): boolean => line !== null && CLOSED.includes(line.key);

const isOn = (room: Room, cells: readonly string[]): boolean =>
  room.cells.length === cells.length && room.cells.every((at) => cells.includes(printPlace(at)));

interface Sum {
  total: number;
  dragons: number;
  points: number;
}

function sumsOf(line: Line): Sum[] {
  const sums = (line.values["sums"] ?? []) as Line[];
  return sums.map(({ values }) => ({
    total: Number(values["total"]),
    dragons: Number(values["dragons"]),
    points: Number(values["points"]),
  }));
}

/** One for each tile, and for a dragon as much as the sum has for each of its dragons. */
function countTiles(table: CityTable, room: Room, sum: Sum | undefined): ScoredRoom["counts"] {
  const dragon = sum?.dragons ? sum.points / sum.dragons : 0;
  let counted = 0;
  return room.cells.map((at) => {
    const cell = table.cells.find((one) => printPlace(one.at) === printPlace(at));
    const dragons = (cell?.parts ?? []).reduce(
      (all, part) => all + (part.room === room.room ? part.dragons : 0),
      0,
    );
    counted += 1 + dragon * dragons;
    return { at, sum: counted };
  });
}

/** Rooms and sums have the same order; where rooms became one since, it is not known any more which counted how much. */
function countNeighbours(room: Room, sums: readonly Sum[]): ScoredRoom["neighbours"] {
  if (room.neighbours.length !== sums.length) return [];
  return room.neighbours.map((neighbour, index) => ({ room: neighbour, amount: sums[index]!.total }));
}
