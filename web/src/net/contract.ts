/** What goes over the wire, by the names of the server's contract (src/tianxia/server/contract/). */

import type { components } from "../made/api";

type Schemas = components["schemas"];

export type ChapterShown = Schemas["ChapterShown"];
export type Acknowledged = Schemas["Acknowledged"];
export type Analysis = Schemas["Analysis"];
export type Entry = Schemas["Entry"];
export type Figures = Schemas["Figures"];
export type GameShown = Schemas["GameShown"];
export type Happening = Schemas["Happening"];
export type Handover = Schemas["Handover"];
export type Hint = Schemas["Hint"];
export type Judged = Schemas["Judged"];
export type JudgedMove = Schemas["JudgedMove"];
export type JudgedDecision = Schemas["JudgedDecision"];
export type Explanation = Schemas["Explanation"];
export type Continued = Schemas["Continued"];
export type SeatReview = Schemas["SeatReview"];
export type TurningPoint = Schemas["TurningPoint"];
export type Line = Schemas["Line"];
export type Myself = Schemas["Myself"];
export type NewSeat = Schemas["NewSeat"];
export type NewTable = Schemas["NewTable"];
export type Opponents = Schemas["Opponents"];
export type OpponentsIn = Schemas["OpponentsIn"];
export type OptionShown = Schemas["OptionShown"];
export type Previewed = Schemas["Previewed"];
export type Problem = Schemas["Problem"];
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type Learned = Schemas["Learned"];
export type Progress = Schemas["Progress"];
export type Puzzles = Schemas["Puzzles"];
export type PuzzleShown = Schemas["PuzzleShown"];
export type PuzzleSolution = Schemas["PuzzleSolution"];
export type RatingChange = Schemas["RatingChange"];
export type RatingShown = Schemas["RatingShown"];
export type RatingChanges = Schemas["RatingChanges"];
export type Reason = Schemas["Reason"];
export type RecordKept = Schemas["RecordKept"];
export type Review = Schemas["Review"];
export type Reviewed = Schemas["Reviewed"];
export type SeatState = Schemas["SeatState"];
export type Statistics = Schemas["Statistics"];
export type Studied = Schemas["Studied"];
export type StepShown = Schemas["StepShown"];
export type TableHere = Schemas["TableHere"];
export type TableInShort = Schemas["TableInShort"];
export type Tables = Schemas["Tables"];
export type TableState = Schemas["TableState"];
export type TutorialShown = Schemas["TutorialShown"];
export type Update = Schemas["Update"];
export type VisitorShown = Schemas["VisitorShown"];
/** An entry of the ledger. */
export type Scored = Schemas["LedgerEntry"];
/** What one seat, or a spectator, may see, of any game. */
export type View = Schemas["View"];
/** A move of any game, as data. */
export type Move = Schemas["Move"];
