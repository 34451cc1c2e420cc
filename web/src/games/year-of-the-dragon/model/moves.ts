/** Which moves a picture stands for. A move that no picture stands for is a button in the hand: see `unpictured`. */

import type { Shown } from "../../../board/face";
import type { Choice } from "../../../state/choice.svelte";
import { say, sayOf, word } from "../../../i18n/say";
import { spot } from "../../../board/spots";
import { legalMoves } from "../../../state/moves";
import { GOODS, type DragonMove, type DragonView, type Good, type Palace, type Person } from "./view";

const OF_PERSONS = ["release", "starve", "replace"] as const;
const OF_PALACES = ["palace", "floor", "lose"] as const;

/** The moves that touching a picture could mean, one for each question that it could answer. */
export const MOVES = {
  /** Somebody at one's court. */
  person: (palace: Palace, { age, kind: who }: Person): DragonMove[] => [
    ...numbersOf(palace).flatMap((number) =>
      OF_PERSONS.map((kind) => ({ kind, palace: number, person: { age, kind: who } })),
    ),
    { kind: "charter", person_kind: who },
  ],
  palace: (palace: Palace): DragonMove[] =>
    numbersOf(palace).flatMap((number) => OF_PALACES.map((kind) => ({ kind, palace: number }))),
  lot: [{ kind: "floor", palace: null }] satisfies DragonMove[],
  money: [{ kind: "money" }] satisfies DragonMove[],
  /** A tile on the board. */
  supply: ({ age, kind: who }: Person): DragonMove[] => [
    { kind: "take", person: { age, kind: who } },
    ...(age === "young" ? (["draft", "sunrise"] as const).map((kind) => ({ kind, person_kind: who })) : []),
  ],
  card: (card: string): DragonMove[] => [
    { kind: "card", card },
    { kind: "discard", card },
  ],
  good: (good: Good): DragonMove[] => [{ kind: "return", good }],
  /** An action card; the privilege and the wall open what can be bought and built. */
  action: ({ table }: DragonView, card: string): DragonMove[] =>
    card === "privilege"
      ? table.privileges.map(({ size }) => ({ kind: "privilege", size }))
      : card === "wall"
        ? Object.keys(table.wall_tiles).map((tile) => ({ kind: "wall", tile }))
        : [{ kind: "action", card }],
};

/** Palaces that are alike are one choice, and only one of them is named: the others stand for it. */
const numbersOf = ({ number, alike }: Palace): number[] => [number, ...alike];

/** A move in notation, as it is sent. */
export function printMove(move: DragonMove): string {
  if (move.kind === "action") return move.card;
  const words: string[] = [move.kind];
  if ("palace" in move) words.push(move.palace === null ? "new" : String(move.palace));
  if ("person" in move) words.push(move.person.age, move.person.kind);
  else if ("person_kind" in move) words.push(move.person_kind);
  else if ("card" in move) words.push(move.card);
  else if ("size" in move) words.push(move.size);
  else if ("tile" in move) words.push(move.tile);
  else if ("good" in move) words.push(move.good);
  return words.join(" ");
}

/** All moves that some picture on the page stands for, legal or not, in notation. */
function pictured(view: DragonView): Set<string> {
  const { table, seat } = view;
  const court = seat === null ? undefined : table.courts[seat - 1];
  return new Set(
    [
      ...table.persons.flatMap(MOVES.supply),
      ...table.groups.flatMap(({ cards }) => cards.flatMap((card) => MOVES.action(view, card))),
      ...(court?.cards.flatMap(MOVES.card) ?? []),
      ...(court ? GOODS.flatMap(MOVES.good) : []),
      ...(court?.palaces.flatMap((palace) => [
        ...MOVES.palace(palace),
        ...palace.persons.flatMap((person) => MOVES.person(palace, person)),
      ]) ?? []),
      ...MOVES.lot,
      ...(table.groups.length ? MOVES.money : []),
    ].map(printMove),
  );
}

/** Legal moves that no picture stands for. */
export function unpictured(view: DragonView, choice: Choice): DragonMove[] {
  const drawn = pictured(view);
  return legalMoves(view, choice)
    .filter(({ notation }) => !drawn.has(notation))
    .map(({ move }) => move);
}

/** The legal one of the moves that a picture stands for. */
export const legalOf = (choice: Choice, moves: readonly DragonMove[]): DragonMove | undefined =>
  moves.find((move) => choice.may(printMove(move)));

/** How a picture looks: it may be chosen, it is looked at, or neither. */
export function look(choice: Choice, moves: readonly DragonMove[]): string {
  if (moves.some((move) => printMove(move) === choice.previewing)) return "may previewing";
  return legalOf(choice, moves) === undefined ? "" : "may";
}

/** Whether one of the moves is told of. */
export function isShown(moves: readonly DragonMove[], shown: readonly Shown<DragonMove>[]): boolean {
  const told = new Set(shown.flatMap(({ move }) => (move ? [printMove(move)] : [])));
  return moves.some((move) => told.has(printMove(move)));
}

/** What makes an element stand for its moves: a spot for the legal one; else a touch is answered with the reason. */
export function stands(view: DragonView, choice: Choice, moves: readonly DragonMove[]): object {
  const move = legalOf(choice, moves);
  if (move !== undefined) return spot(choice, printMove(move), nameMove(view, move));
  if (!choice.legal.length) return {};
  const asked = new Set(view.moves.map(({ kind }) => kind));
  const tried = moves.find(({ kind }) => asked.has(kind)) ?? moves[0];
  return { onclick: () => tried && choice.explainRefusal(printMove(tried)) };
}

/** What choosing a picture would do, to be told before what it shows; nothing where it cannot be chosen. */
export function tellChoice(view: DragonView, choice: Choice, moves: readonly DragonMove[]): string {
  const move = legalOf(choice, moves);
  return move === undefined ? "" : `${nameMove(view, move)}, `;
}

// ---- in words

export const nameOf = ({ age, kind }: Pick<Person, "age" | "kind">): string =>
  say(age === "old" ? "browser.year-of-the-dragon.old" : "browser.year-of-the-dragon.young", { kind });

export const nameCard = (card: string): string =>
  card === "wild" ? say("browser.year-of-the-dragon.wild") : word(card);

export const nameWallTile = (view: DragonView, tile: string): string =>
  sayOf(`browser.year-of-the-dragon.tile.${tile}`, tile, { amount: view.table.wall_tiles[tile] ?? 0 });

/** A deed in as few words as there are: what is told of it lies on the board. */
export function nameDeed(view: DragonView, move: DragonMove): string {
  if (move.kind === "money") return say("browser.year-of-the-dragon.top-up");
  const card = move.kind === "action" ? move.card : move.kind;
  if (move.kind === "wall") return nameWallTile(view, move.tile);
  return sayOf(`browser.year-of-the-dragon.action.${card}`, nameMove(view, move));
}

/** A move in a few words. */
export function nameMove(view: DragonView, move: DragonMove): string {
  const key = `browser.year-of-the-dragon.move.${move.kind}`;
  const plain = printMove(move);
  switch (move.kind) {
    case "action":
      return sayOf(`browser.year-of-the-dragon.move.${move.card}`, plain, {});
    case "replace":
    case "release":
    case "starve":
      return sayOf(key, plain, { palace: String(move.palace), person: nameOf(move.person) });
    case "take":
      return sayOf(key, plain, { person: nameOf(move.person) });
    case "palace":
    case "floor":
    case "lose":
      return move.palace === null
        ? say("browser.year-of-the-dragon.move.floor-new")
        : sayOf(key, plain, { palace: String(move.palace) });
    case "wall":
      return sayOf(key, plain, { tile: nameWallTile(view, move.tile) });
    case "privilege": {
      const price = view.table.privileges.find(({ size }) => size === move.size)?.price ?? 0;
      return sayOf(`${key}-${move.size}`, plain, { price });
    }
    case "card":
    case "discard":
      return sayOf(key, plain, { card: nameCard(move.card) });
    case "return":
      return sayOf(key, plain, { good: move.good });
    case "draft":
    case "sunrise":
    case "charter":
      return sayOf(key, plain, { kind: move.person_kind });
    case "money":
    case "dismiss":
      return sayOf(key, plain, {});
  }
}
