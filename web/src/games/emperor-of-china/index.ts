import type { Choice } from "../../table/choice.svelte";
import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Holdings from "./Holdings.svelte";
import { Plan } from "./plan.svelte";
import { question, status, tellMove } from "./sentences";
import Symbols from "./Symbols.svelte";
import type { EmperorView } from "./table";

const face: GameFace<EmperorView, Plan> = {
  Symbols,
  Board,
  zooms: true,
  Hand,
  Holdings,
  makePlan: (view: EmperorView, choice: Choice) => new Plan(view, choice),
  status,
  nameMove: tellMove,
  question,
};

export default face;
