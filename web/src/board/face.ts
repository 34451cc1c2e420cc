/** What a game brings to the browser: its pictures, its board, and what lies before the one to move.
 *
 * A face draws the view and turns touches into moves of `choice.legal`; it knows no rules. What may not be done is not
 * guessed: `choice.explainRefusal` asks the server for the reason. What can score is marked by `data-pays`, with the `where` of
 * its ledger entries, or with `seat` and a seat's number: coins fly from there.
 */

import type { Component, Snippet } from "svelte";
import type { Previewed, View } from "../net/contract";
import type { Choice } from "../state/choice.svelte";
import type { Deed, Shown, Step } from "../state/deeds";
import type { Zoom } from "./zoom.svelte";

export type { Deed, Shown, Step } from "../state/deeds";

/** What board and hand are given. `plan` is the game's own: what was picked up so far, shared by board and hand. */
export interface StageProps<V extends View = View, Plan = unknown, P extends Previewed = Previewed> {
  /** Its `names` are those by which the table calls the seats. */
  view: V;
  choice: Choice;
  plan: Plan;
  /** What `choice.previewing` would do, or what waits to be confirmed: ghosts and points. The table tells them in words. */
  previewed: P | null;
  /** To light up, because something tells of it: what is lit has the class `shown`. */
  shown: readonly Shown<V["moves"][number]>[];
  /** Whether the view is not the next after the one that was shown before: then the moves between them are not animated. */
  leaps?: boolean;
  /** Whose hand it is, where it is only looked at: nothing can be chosen then. */
  holder?: string | undefined;
  /** What others did since this seat's last decision, oldest first. */
  since?: readonly Deed<V["moves"][number]>[];
  /** What is being played back now; null: nothing. Boards light up its places and may show its amount there. */
  step?: Step<V["moves"][number]> | null;
  /** The steps of the same transition up to that one, and how many milliseconds that one takes. */
  steps?: readonly Step<V["moves"][number]>[];
  duration?: number;
  /** What is played back after it. */
  coming?: readonly Step<V["moves"][number]>[];
  /** Whether values of open rooms, leaders and the like are shown on the board. */
  values?: boolean;
  /** How the stage looks at the board: its lengths are pixels of the board before it is magnified. */
  zoom?: Zoom;
  /** Question, effect and buttons, which the hand places in the tray between its own things. Absent in puzzles, tutorials
   * and studies, which ask elsewhere. */
  ask?: Snippet;
  /** A seat's plaque, for boards that draw the seats themselves. */
  plaque?: Snippet<[seat: number]>;
}

export interface GameFace<V extends View = View, Plan = unknown, P extends Previewed = Previewed> {
  /** All `<symbol>`s of the game's pictures; stands once on a page. */
  Symbols: Component;
  /** The board: it fills the stage. */
  Board: Component<StageProps<V, Plan, P>>;
  /** Whether the board is one picture (an SVG) that can be zoomed and panned; otherwise it is a page that scrolls. */
  zooms: boolean;
  /** Whether the board shows the seats itself, with the snippet `plaque`. */
  drawsSeats?: boolean;
  /** Under the board: what the one to move chooses from, with buttons for what has no place on the board. */
  Hand: Component<StageProps<V, Plan, P>>;
  /** What a seat has in public, small, beside its name. */
  Holdings: Component<{ view: V; seat: number }>;
  /** What was picked up so far; made anew whenever the question changes. */
  makePlan: (view: V, choice: Choice) => Plan;
  /** Where the game stands, beside its title: round, pile… */
  status: (view: V) => string;
  /** A move in a few words, for hints and for what waits to be confirmed; the board shows the place: "House in Lu 3".
   * No two moves of a position have the same one. */
  nameMove: (view: V, move: V["moves"][number]) => string;
  /** What is asked of somebody whose move waits where they see it; null where it has to be named. */
  askToConfirm?: (move: V["moves"][number]) => string | null;
  /** What is asked, where the game knows more to say than the table does; null where it does not. */
  question?: (view: V, plan: Plan) => string | null;
  /** What a move would do, where the game says it better than the lines of the log; null where it does not. */
  tellEffect?: (view: V, previewed: P) => string[] | null;
  /** Whether one tap chooses: what is chosen is then turned, made or taken back before it is sent. */
  tapsOnce?: boolean;
  /** Whether the end is so near that it has to be seen where the game stands. */
  isEnding?: (view: V) => boolean;
  /** What somebody did since one's own turn, as a small picture of 36 pixels. */
  DeedPicture?: Component<{ view: V; deed: Deed<V["moves"][number]> }>;
}

/** How the board of a game lies in a text: in examples of the rules, tutorials and puzzles. The file `textLayout.ts` of a
 * game tells it, where it differs from the others; it is read before the face is loaded, so that nothing jumps then. */
export interface TextLayout {
  /** About as high as an example of the rules is; "50rem" if it is not told. */
  exampleHeight?: string;
  /** Whether on a phone the board is as high as it is wide, rather than 4:3. */
  isSquareOnPhones?: boolean;
  /** Whether the question is left out on a phone, since it is always the same and the hand shows it as well. */
  hidesQuestionOnPhones?: boolean;
}
