/** Which puzzles somebody has solved, and on how many days in a row: kept in this browser, and nowhere else. */

import { readStored, store } from "../../browser/storage";
import type { Puzzles } from "../../net/contract";

const KEY = "tianxia-puzzles";
const DAY = 86_400_000; // milliseconds

interface Solved {
  /** Ids of puzzles that were solved, or whose answer was looked at. */
  seen: string[];
  /** How many of them were solved. */
  solved: number;
  /** The last day of which a puzzle was solved on that day, and how many days in a row it was by then. */
  day: string;
  streak: number;
  /** Games whose puzzle of that day is solved. */
  games: string[];
}

const NOTHING: Solved = { seen: [], solved: 0, day: "", streak: 0, games: [] };

/** The day by which everybody has the same puzzle: that of UTC. */
export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);

class Progress {
  private kept: Solved = $state({ ...NOTHING, ...(readStored(KEY) as Partial<Solved>) });

  get solved(): number {
    return this.kept.solved;
  }

  /** Days in a row, up to today or yesterday. */
  get streak(): number {
    return this.kept.day === today() || this.kept.day === today(Date.now() - DAY) ? this.kept.streak : 0;
  }

  hasSeen(id: string): boolean {
    return this.kept.seen.includes(id);
  }

  /** Whether the puzzle of this day is solved. */
  isDone(game: string): boolean {
    return this.kept.day === today() && this.kept.games.includes(game);
  }

  /** The answer of a puzzle was found, or only looked at. */
  note(id: string, game: string, isToday: boolean, isFound: boolean): void {
    if (this.hasSeen(id)) return;
    this.kept.seen.push(id);
    if (isFound) this.kept.solved += 1;
    if (isFound && isToday) this.noteDay(game);
    store(KEY, this.kept);
  }

  private noteDay(game: string): void {
    if (this.kept.day !== today()) {
      this.kept.streak = this.streak + 1;
      [this.kept.day, this.kept.games] = [today(), []];
    }
    this.kept.games.push(game);
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
