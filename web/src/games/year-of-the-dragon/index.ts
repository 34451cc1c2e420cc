import { say } from "../../words/say";
import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Holdings from "./Holdings.svelte";
import { nameMove } from "./moves";
import { Plan } from "./plan.svelte";
import Symbols from "./Symbols.svelte";
import type { DragonView } from "./view";

const face: GameFace<DragonView, Plan> = {
  Symbols,
  Board,
  zooms: false,
  Hand,
  Holdings,
  makePlan: () => new Plan(),
  status: ({ table: { month, months } }: DragonView) =>
    month === 0
      ? say("browser.year-of-the-dragon.draft")
      : say("browser.year-of-the-dragon.month-of", { month, months }),
  nameMove,
};

export default face;
