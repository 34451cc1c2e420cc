import type { Choice } from "../../state/choice.svelte";
import type { GameFace } from "../../board/face";
import Board from "./board/Board.svelte";
import DeedPicture from "./DeedPicture.svelte";
import Hand from "./hand/Hand.svelte";
import Holdings from "./Holdings.svelte";
import { Plan } from "./model/plan.svelte";
import { nameMove, question, status } from "./model/words";
import Symbols from "./symbols/Symbols.svelte";
import type { EmperorPreviewed, EmperorView } from "./model/view";

const face: GameFace<EmperorView, Plan, EmperorPreviewed> = {
  Symbols,
  Board,
  zooms: true,
  Hand,
  Holdings,
  makePlan: (view: EmperorView, choice: Choice) => new Plan(view, choice),
  status,
  nameMove,
  question,
  DeedPicture,
};

export default face;
