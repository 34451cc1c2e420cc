/** What happened at a table, in the terms of boards: which seat, which move, which place. */

import type { Line, Move, Scored } from "../net/contract";

/** Something that happened to a seat: it made a move, or scored where a ledger entry says. */
export interface Shown<M = Move> {
  seat: number;
  move?: M;
  where?: string;
}

/** Points of a seat. */
export interface Gain {
  seat: number;
  amount: number;
}

/** What another seat did since one's own last decision: one turn of it. */
export interface Deed<M = Move> {
  /** From 1, oldest first; the same number wherever the deed is told. */
  number: number;
  seat: number;
  /** The first move of the turn. */
  move: M | null;
  /** Where it is seen on the board: all moves of the turn, and what they paid. */
  places: readonly Shown<M>[];
  /** What the log says of it. */
  text: string;
  /** What it paid, by seat. */
  gains: readonly Gain[];
  /** The place of its first move in the log. */
  sequence: number;
}

/** One moment of what is played back. */
export interface Step<M = Move> {
  kind: "move" | "pay" | "note";
  seat: number | null;
  text: string;
  /** The line of the log that tells it, for boards that show more of it; null: the ledger tells it. */
  line: Line | null;
  /** Where it happens: lit while it is told. */
  places: readonly Shown<M>[];
  /** What it pays, shown where it is made. */
  paid: Scored | null;
  /** The name of what it is paid for, in the words of the game; empty where nothing is paid. */
  source: string;
}
