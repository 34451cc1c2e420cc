import { say } from "../../i18n/say";
import type { GameFace } from "../../board/face";
import Board from "./board/Board.svelte";
import Hand from "./hand/Hand.svelte";
import Holdings from "./Holdings.svelte";
import { nameMove } from "./model/moves";
import { Plan } from "./model/plan.svelte";
import Symbols from "./pictures/Symbols.svelte";
import type { DragonPreviewed, DragonView } from "./model/view";

const face: GameFace<DragonView, Plan, DragonPreviewed> = {
  Symbols,
  Board,
  zooms: false,
  drawsSeats: true,
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
