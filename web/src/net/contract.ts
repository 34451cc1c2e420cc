/** What goes over the wire, by the names of the server's contract (src/tianxia/server/contract/). */

import type { components } from "../made/api";

type Schemas = components["schemas"];
/** A document whose parts the server leaves to the games: here they have their types. */
type With<Document, Parts> = Omit<Document, keyof Parts> & Parts;

export type ChapterShown = Schemas["ChapterShown"];
export type Analysis = Schemas["Analysis"];
export type Entry = Schemas["Entry"];
export type Figures = Schemas["Figures"];
export type GameShown = Schemas["GameShown"];
export type Happening = Schemas["Happening"];
export type Handover = Schemas["Handover"];
export type Hint = Schemas["Hint"];
export type Judged = Schemas["Judged"];
export type JudgedDecision = Schemas["JudgedDecision"];
export type Line = Schemas["Line"];
export type Myself = Schemas["Myself"];
export type NewSeat = Schemas["NewSeat"];
export type NewTable = Schemas["NewTable"];
export type OptionShown = Schemas["OptionShown"];
export type Person = Schemas["Person"];
export type Previewed = With<Schemas["Previewed"], { ledger: Scored[] }>;
export type Problem = With<Schemas["Problem"], { state?: TableState }>;
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type Puzzles = Schemas["Puzzles"];
export type PuzzleShown = Schemas["PuzzleShown"];
export type PuzzleSolution = Schemas["PuzzleSolution"];
export type Reason = Schemas["Reason"];
export type RecordKept = Schemas["RecordKept"];
export type Review = With<Schemas["Review"], { view: View }>;
export type Reviewed = With<Schemas["Reviewed"], { table: TableHere | null }>;
export type SeatState = Schemas["SeatState"];
export type Statistics = Schemas["Statistics"];
export type Studied = With<Schemas["Studied"], { view: View }>;
export type StepShown = Schemas["StepShown"];
export type TableHere = With<Schemas["TableHere"], { state: TableState }>;
export type TableInShort = Schemas["TableInShort"];
export type Tables = Schemas["Tables"];
export type TableState = With<Schemas["TableState"], { view: View | null }>;
export type TutorialShown = Schemas["TutorialShown"];
export type Update = With<Schemas["Update"], { state: TableState }>;
export type VisitorShown = Schemas["VisitorShown"];

/** What one seat, or a spectator, may see (docs/views.md). `Table` and `Own` are the game's parts. */
export interface View<Table = unknown, Own = unknown> {
  game: string;
  edition: string;
  players: number;
  options: Record<string, string | boolean | number>;
  names: string[];
  seat: number | null;
  sequence: number;
  to_move: number | null;
  legal: string[];
  pending: string | null;
  may_undo: boolean;
  over: boolean;
  scores: number[];
  winners: number[];
  ledger: Scored[];
  table: Table;
  own: Own;
}

/** An entry of the ledger. */
export interface Scored {
  seat: number;
  amount: number;
  source: string;
  where: string;
  round: number;
}
