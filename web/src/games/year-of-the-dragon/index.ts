import type { GameFace } from "../face";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Holdings from "./Holdings.svelte";
import Symbols from "./Symbols.svelte";

const face: GameFace = {
  Symbols,
  Board,
  zooms: false,
  Hand,
  Holdings,
  makePlan: () => null,
  status: () => "",
  nameMove: (_, move) => move,
};

export default face;
