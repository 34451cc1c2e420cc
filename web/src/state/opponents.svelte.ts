/** Which programs suit the visitor, by game: those of their last games, the weakest for who is new to a game. */

import type { GameShown, Opponents, OpponentsIn } from "../net/contract";
import { get } from "../net/requests";
import { visitor } from "./visitor.svelte";

class OpponentBook {
  private found: readonly OpponentsIn[] = $state.raw([]);
  private asking: Promise<void> | null = null;

  /** Asks the server; callers at the same time wait for the same answer. A stranger is new to every game. */
  look(): Promise<void> {
    this.asking ??= this.ask().finally(() => (this.asking = null));
    return this.asking;
  }

  /** The level to play against. */
  of({ id, levels }: GameShown): string {
    return this.found.find(({ game }) => game === id)?.program ?? levels[0]!;
  }

  /** A stronger level, which is proposed after wins. */
  stronger(game: string): string | null {
    return this.found.find((one) => one.game === game)?.stronger ?? null;
  }

  private async ask(): Promise<void> {
    if (!visitor.isKnown) await visitor.find();
    this.found = visitor.me ? (await get<Opponents>("/games/opponents")).opponents : [];
  }
}

export const opponents = new OpponentBook();
