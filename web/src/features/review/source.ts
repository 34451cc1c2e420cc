/** Where a game comes from that is looked at again: a table, or a record that somebody uploaded. */

import type { RecordKept, Reviewed, SeatState, TableState } from "../../net/contract";
import { get } from "../../net/requests";
import { say } from "../../i18n/say";

export interface Source {
  /** Of the server, for what belongs to the game: `${path}/review`. */
  path: string;
  /** The table; for a record, one as it could have been. */
  table: TableState;
  isRecord: boolean;
  /** Whether all of it is known, so that one can play on from any move. */
  isWhole: boolean;
  /** Through whose eyes one looks first, those of one's own seat; null: those that the server chooses. */
  eyes: number | null;
}

export async function findSource(id: string): Promise<Source> {
  const { table, record } = await get<Reviewed>(`/reviews/${id}`);
  if (record) return sourceOf(record);
  const { state, you } = table!;
  const isOver = state.status === "over";
  const eyes = isOver && you.length === 1 ? you[0]! : null;
  return { path: `/tables/${id}`, table: state, isRecord: false, isWhole: isOver, eyes };
}

function sourceOf(record: RecordKept): Source {
  const seats = Array.from({ length: record.players }, (_, index) =>
    seatOf(index + 1, record.names[index], record.programs[index]),
  );
  const { id, game, edition, players, options, over, hidden } = record;
  const table: TableState = {
    ...{ id, game, edition, players, options, seats },
    ...{ number: 0, sequence: 0, pace: { kind: "leisurely" }, listed: false, shuffled: false, host: "" },
    ...{ to_move: null, since: null, deadline: null, moment: 0, begins_after: null, unrated: null },
    ...{ seed_hash: null, seed: null, eyes: null, asks: null, view: null },
    status: over ? "over" : "closed",
  };
  return { path: `/records/${id}`, table, isRecord: true, isWhole: !hidden, eyes: null };
}

function seatOf(seat: number, name = "", isProgram = false): SeatState {
  return {
    seat,
    who: isProgram ? "program" : "person",
    name: name || say("browser.seat.colour", { seat }),
    ...{ person: null, expects: null, program: null, away: false, time_left: null, hints: 0 },
    ...{ helped: null, hint_costs: false },
  };
}
