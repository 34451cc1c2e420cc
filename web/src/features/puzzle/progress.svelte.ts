/** Which puzzles the visitor has solved, and on how many days in a row. */

import type { Puzzles } from "../../net/contract";
import { dayBefore, learned } from "../../state/learned.svelte";

/** The day by which everybody has the same puzzle: that of UTC. */
export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);

class Progress {
  /** How many puzzles were solved, without having looked at the answer. */
  get solved(): number {
    return learned.of("puzzle").filter(({ value }) => value === "found").length;
  }

  /** Days in a row on which the puzzle of the day was solved, up to today or yesterday. */
  get streak(): number {
    const days = new Set(learned.of("daily").map(({ item }) => item));
    const last = days.has(today()) ? today() : dayBefore(today(), 1);
    let row = 0;
    while (days.has(dayBefore(last, row))) row += 1;
    return row;
  }

  hasSeen(id: string): boolean {
    return learned.of("puzzle").some(({ item }) => item === id);
  }

  /** Whether the puzzle of this day is solved. */
  isDone(game: string): boolean {
    return learned.has(game, "daily", today());
  }

  /** The answer of a puzzle was found, or only looked at. */
  note(id: string, game: string, isToday: boolean, isFound: boolean): void {
    if (this.hasSeen(id)) return;
    learned.add(game, "puzzle", id, isFound ? "found" : "shown");
    if (isFound && isToday) learned.add(game, "daily", today());
  }

  /** Any puzzle that was not seen yet; any other than this one where all were. */
  pick({ puzzles }: Puzzles, not: string): string | null {
    const others = puzzles.map(({ id }) => id).filter((id) => id !== not);
    const fresh = others.filter((id) => !this.hasSeen(id));
    const from = fresh.length ? fresh : others;
    return from[Math.floor(Math.random() * from.length)] ?? null;
  }
}

export const progress = new Progress();
