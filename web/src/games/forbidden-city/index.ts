import { say } from "../../i18n/say";
import type { GameFace } from "../../board/face";
import Board from "./board/Board.svelte";
import DeedPicture from "./DeedPicture.svelte";
import Hand from "./hand/Hand.svelte";
import Holdings from "./Holdings.svelte";
import { askToConfirm, nameMove, tellEffect, tellRound } from "./model/words";
import { CityPlan } from "./model/plan.svelte";
import Symbols from "./symbols/Symbols.svelte";
import type { CityPreviewed, CityView } from "./model/view";

const face: GameFace<CityView, CityPlan, CityPreviewed> = {
  Symbols,
  Board,
  zooms: true,
  Hand,
  Holdings,
  makePlan: (view: CityView, choice) => new CityPlan(view, choice),
  status: tellRound,
  isEnding: ({ table, over }) => !over && table.round === table.rounds,
  DeedPicture,
  tapsOnce: true,
  question: (_, plan) => (plan.isChosen ? say("browser.forbidden-city.lay-here") : null),
  tellEffect: (_, previewed) => tellEffect(previewed),
  nameMove: (_, move) => nameMove(move),
  askToConfirm,
};

export default face;
