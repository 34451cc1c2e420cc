/** One click, and you play. */

import { router } from "../../browser/router.svelte";
import type { GameShown, NewTable, TableHere } from "../../net/contract";
import { post } from "../../net/requests";
import { allGames } from "../../state/games";
import { opponents } from "../../state/opponents.svelte";
import { visitor } from "../../state/visitor.svelte";
import { seatOf } from "./seats";

const AT_TABLE = 3; // enough rivals to be lively, and few enough to follow

/** With how many programs one plays who just wants to play. */
export function rivalsIn({ players }: GameShown): number {
  return (players.includes(AT_TABLE) ? AT_TABLE : players[0]!) - 1;
}

/** Sit down at a table with programs, as nobody in particular if need be. The game is casual: nobody asked for more.
 * `level`: that of the programs; without it, the one that suits. */
export async function playNow(game: GameShown, level?: string): Promise<void> {
  const rival = level ?? (await suitedTo(game.id));
  const wishes = ["me", ...Array<string>(rivalsIn(game)).fill(rival)];
  await openTable({ game: game.id, seats: wishes.map((wish) => seatOf(wish)), rated: false });
}

/** The level of programs that suits the visitor; the one that was known, or the weakest, where that cannot be asked. */
export async function suitedTo(game: string): Promise<string> {
  const [games] = await Promise.all([allGames(), opponents.look().catch(() => {})]);
  return opponents.of(games.find(({ id }) => id === game)!);
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
