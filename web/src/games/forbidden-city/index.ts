import { say } from "../../words/say";
import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Holdings from "./Holdings.svelte";
import { tellMove } from "./names";
import { CityPlan } from "./plan.svelte";
import Symbols from "./Symbols.svelte";
import type { CityView } from "./types";

const face: GameFace<CityView, CityPlan> = {
  Symbols,
  Board,
  zooms: true,
  Hand,
  Holdings,
  makePlan: (view: CityView, choice) => new CityPlan(view, choice),
  status: ({ table }: CityView) =>
    say("browser.forbidden-city.status", { round: table.round, rounds: table.rounds }),
  nameMove: (_, move) => tellMove(move),
};

export default face;
