/** One click, and you play. */

import { router } from "../../browser/router.svelte";
import type { GameShown, NewTable, TableHere } from "../../net/contract";
import { post } from "../../net/requests";
import { visitor } from "../../state/visitor.svelte";
import { RIVAL, seatOf } from "./seats";

const AT_TABLE = 3; // enough rivals to be lively, and few enough to follow

/** Sit down at a table with programs, as nobody in particular if need be. */
export async function playNow(game: GameShown): Promise<void> {
  const players = game.players.includes(AT_TABLE) ? AT_TABLE : game.players[0]!;
  const wishes = ["me", ...Array<string>(players - 1).fill(RIVAL)];
  await openTable({ game: game.id, seats: wishes.map((wish) => seatOf(wish)) });
}

type Wish = Pick<NewTable, "game" | "seats"> & Partial<NewTable>;
let opening: Promise<void> | null = null;

/** Set up a table, and go there; one at a time, wherever on the page it was asked for. */
export function openTable(wish: Wish): Promise<void> {
  opening ??= setUp(wish).finally(() => (opening = null));
  return opening;
}

async function setUp(wish: Wish): Promise<void> {
  await visitor.welcome();
  const here = await post<TableHere>("/tables", wish);
  router.go(`/table/${here.state.id}`);
}
