/** Documents of the server for tests: complete, and as plain as can be; a test names only what it is about. */

import type { Line, Scored, SeatState, TableState, View } from "../net/contract";

export const lineOf = (text: string, more: Partial<Line> = {}): Line => ({
  key: "test.line",
  values: {},
  text,
  ...more,
});

export const seatOf = (seat: number, more: Partial<SeatState> = {}): SeatState => ({
  seat,
  who: "person",
  name: `Person ${seat}`,
  person: `person-${seat}`,
  expects: null,
  program: null,
  away: false,
  time_left: null,
  hints: 0,
  helped: null,
  hint_costs: false,
  ...more,
});

export const paid = (seat: number, amount: number, more: Partial<Scored> = {}): Scored => ({
  seat,
  amount,
  source: "houses",
  where: "somewhere",
  round: 1,
  ...more,
});

export function viewOf(more: Partial<View> = {}): View {
  return {
    game: "emperor-of-china",
    edition: "standard",
    players: 2,
    options: {},
    names: ["", ""],
    seat: 1,
    sequence: 0,
    to_move: 1,
    legal: [],
    moves: [],
    pending: null,
    may_undo: false,
    over: false,
    scores: [0, 0],
    winners: [],
    places: [],
    ties: [],
    ledger: [],
    table: {} as View["table"], // no test looks into it
    own: {},
    ...more,
  } as View;
}

/** A table of two persons at which seat 1 looks and is to move. */
export function tableOf(more: Partial<TableState> = {}): TableState {
  return {
    id: "abc",
    game: "emperor-of-china",
    edition: "standard",
    players: 2,
    options: {},
    seats: [seatOf(1), seatOf(2)],
    number: 1,
    sequence: 0,
    moment: 0,
    status: "playing",
    pace: { kind: "leisurely" },
    listed: false,
    shuffled: false,
    host: "person-1",
    to_move: 1,
    since: null,
    deadline: null,
    begins_after: null,
    unrated: null,
    seed_hash: null,
    seed: null,
    eyes: 1,
    asks: null,
    view: viewOf(),
    ...more,
  };
}
