/** Which moves a picture stands for. A move that no picture stands for is a button in the hand: see `unpictured`. */

import type { Shown } from "../../../board/face";
import type { Choice } from "../../../state/choice.svelte";
import { say, sayOf, word } from "../../../i18n/say";
import { spot } from "../../../board/spots";
import { GOODS, type DragonView, type Good, type Palace, type Person } from "./view";

/** The moves that touching a picture could mean, one for each question that it could answer. */
export const MOVES = {
  /** Somebody at one's court. */
  person: (palace: Palace, { age, kind }: Person) => [
    ...withPalace(["release", "starve", "replace"], palace).map((move) => `${move} ${age} ${kind}`),
    `charter ${kind}`,
  ],
  palace: (palace: Palace) => withPalace(["palace", "floor", "lose"], palace),
  lot: ["floor new"],
  /** A tile on the board. */
  supply: ({ age, kind }: Person) => [
    `take ${age} ${kind}`,
    ...(age === "young" ? [`draft ${kind}`, `sunrise ${kind}`] : []),
  ],
  card: (card: string) => [`card ${card}`, `discard ${card}`],
  good: (good: Good) => [`return ${good}`],
  /** An action card; the privilege and the wall open what can be bought and built. */
  action: (view: DragonView, card: string) =>
    card === "privilege"
      ? view.table.privileges.map(({ size }) => `privilege ${size}`)
      : card === "wall"
        ? Object.keys(view.table.wall_tiles).map((tile) => `wall ${tile}`)
        : [card],
};

/** Palaces that are alike are one choice, and only one of them is named: the others stand for it. */
const withPalace = (verbs: string[], { number, alike }: Palace): string[] =>
  [number, ...alike].flatMap((named) => verbs.map((verb) => `${verb} ${named}`));

/** All moves that some picture on the page stands for, legal or not. */
function pictured(view: DragonView): Set<string> {
  const { table, seat } = view;
  const court = seat === null ? undefined : table.courts[seat - 1];
  return new Set([
    ...table.persons.flatMap(MOVES.supply),
    ...table.groups.flatMap(({ cards }) => cards.flatMap((card) => MOVES.action(view, card))),
    ...(court?.cards.flatMap(MOVES.card) ?? []),
    ...(court ? GOODS.flatMap(MOVES.good) : []),
    ...(court?.palaces.flatMap((palace) => [
      ...MOVES.palace(palace),
      ...palace.persons.flatMap((person) => MOVES.person(palace, person)),
    ]) ?? []),
    ...MOVES.lot,
  ]);
}

/** Legal moves that no picture stands for. */
export function unpictured(view: DragonView, choice: Choice): string[] {
  const drawn = pictured(view);
  return choice.legal.filter((move) => !drawn.has(move));
}

/** The legal one of the moves that a picture stands for. */
export const legalOf = (choice: Choice, moves: readonly string[]): string | undefined =>
  moves.find((move) => choice.may(move));

/** How a picture looks: it may be chosen, it is looked at, or neither. */
export function look(choice: Choice, moves: readonly string[]): string {
  if (choice.previewing !== null && moves.includes(choice.previewing)) return "may previewing";
  return legalOf(choice, moves) === undefined ? "" : "may";
}

/** Whether one of the moves is told of. */
export const isShown = (moves: readonly string[], shown: readonly Shown[]): boolean =>
  shown.some(({ place }) => moves.includes(place));

/** What makes an element stand for its moves: a spot for the legal one; else a touch is answered with the reason. */
export function stands(view: DragonView, choice: Choice, moves: readonly string[]): object {
  const move = legalOf(choice, moves);
  if (move !== undefined) return spot(choice, move, nameMove(view, move));
  if (!choice.legal.length) return {};
  const tried = moves.find((move) => asks(choice).has(verbOf(move))) ?? moves[0];
  return { onclick: () => tried && choice.explainRefusal(tried) };
}

/** What choosing a picture would do, to be told before what it shows; nothing where it cannot be chosen. */
export function tellChoice(view: DragonView, choice: Choice, moves: readonly string[]): string {
  const move = legalOf(choice, moves);
  return move === undefined ? "" : `${nameMove(view, move)}, `;
}

/** The verbs that the question can be answered with. */
const asks = (choice: Choice): Set<string> => new Set(choice.legal.map(verbOf));
const verbOf = (move: string): string => move.split(" ", 1)[0]!;

// ---- in words

export const nameOf = ({ age, kind }: Pick<Person, "age" | "kind">): string =>
  say(age === "old" ? "browser.year-of-the-dragon.old" : "browser.year-of-the-dragon.young", { kind });

export const nameCard = (card: string): string =>
  card === "wild" ? say("browser.year-of-the-dragon.wild") : word(card);

export const nameWallTile = (view: DragonView, tile: string): string =>
  sayOf(`browser.year-of-the-dragon.tile.${tile}`, tile, { amount: view.table.wall_tiles[tile] ?? 0 });

/** A move in a few words: `VERB [PALACE] [AGE] [THING]`. */
export function nameMove(view: DragonView, move: string): string {
  const [verb = "", ...rest] = move.split(" ");
  const key = `browser.year-of-the-dragon.move.${verb}`;
  const thing = rest.at(-1) ?? "";
  if (rest.length === 3) {
    const person = nameOf({ age: rest[1] as Person["age"], kind: thing });
    return sayOf(key, move, { palace: rest[0]!, person });
  }
  if (verb === "take")
    return sayOf(key, move, { person: nameOf({ age: rest[0] as Person["age"], kind: thing }) });
  if (verb === "floor" && thing === "new") return say("browser.year-of-the-dragon.move.floor-new");
  if (verb === "wall") return sayOf(key, move, { tile: nameWallTile(view, thing) });
  if (verb === "privilege") {
    const price = view.table.privileges.find(({ size }) => size === thing)?.price ?? 0;
    return sayOf(`${key}-${thing}`, move, { price });
  }
  if (verb === "card" || verb === "discard") return sayOf(key, move, { card: nameCard(thing) });
  return sayOf(key, move, { palace: thing, kind: thing, good: thing });
}
