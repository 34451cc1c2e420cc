/** Real games for tests, which web/games.py writes: the log as the server sends it, with what it paid. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry, Scored, TableState } from "../net/contract";
import { seatOf, tableOf } from "./samples";

export interface RealGame {
  name: string;
  game: string;
  players: number;
  entries: Entry[];
  /** How long the ledger is after each entry of the log. */
  counts: number[];
  ledger: Scored[];
  scores: number[];
}

export function realGames(): RealGame[] {
  return JSON.parse(readFileSync(join("src", "made", "games.json"), "utf8")) as RealGame[];
}

/** The table at which such a game is played. */
export function tableOfGame({ game, players }: RealGame): TableState {
  const seats = Array.from({ length: players }, (_, index) => seatOf(index + 1));
  return tableOf({ game, players, seats });
}
