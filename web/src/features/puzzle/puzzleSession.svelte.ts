/** One puzzle that somebody thinks about: what they tried, and what came of it. */

import { Attempt } from "../../state/attempt.svelte";
import type { Shown } from "../../board/face";
import type { Figures, Move, PuzzleAnswer, Puzzles, PuzzleShown, PuzzleSolution } from "../../net/contract";
import { get, post } from "../../net/requests";
import { moveOf } from "../../state/moves";
import type { StudySession } from "../../state/studySession.svelte";
import { progress } from "./progress.svelte";

export class PuzzleSession {
  all: Puzzles | null = $state.raw(null);
  puzzle: PuzzleShown | null = $state.raw(null);
  /** The last move that was tried and is wrong; figures where there are some. */
  wrong: { move: Move; figures: Figures | null } | null = $state.raw(null);
  solution: PuzzleSolution | null = $state.raw(null);
  /** Whether the answer was found, rather than shown. */
  isFound = $state(false);
  hasHint = $state(false);
  readonly attempt = new Attempt();

  constructor(readonly game: string) {}

  isToday = $derived(this.puzzle !== null && this.puzzle.id === this.all?.today);

  /** Ask the puzzle with an id; without one that of the day. */
  open(id: string): Promise<boolean> {
    return this.attempt.run(async () => {
      this.all ??= await get<Puzzles>(`/puzzles?game=${this.game}`);
      const puzzle = await get<PuzzleShown>(id ? `/puzzles/${id}` : `/puzzles/today?game=${this.game}`);
      [this.puzzle, this.wrong, this.solution] = [puzzle, null, null];
      [this.isFound, this.hasHint] = [false, false];
    });
  }

  /** A move was made on the board: if it is wrong it is taken back. */
  async answer(move: string, session: StudySession): Promise<void> {
    const puzzle = this.puzzle!;
    const isAnswered = await this.attempt.run(async () => {
      const { figures, solution } = await post<PuzzleAnswer>(`/puzzles/${puzzle.id}/try`, { move });
      if (solution) return this.end(solution, true);
      await session.reset();
      const tried = session.view && moveOf(session.view, move);
      if (tried) this.wrong = { move: tried, figures };
    });
    if (!isAnswered) await session.reset();
  }

  /** Show the answer, on the board, too. */
  async show(session: StudySession): Promise<void> {
    const puzzle = this.puzzle!;
    await this.attempt.run(async () => {
      const solution = await post<PuzzleSolution>(`/puzzles/${puzzle.id}/solution`);
      if (await session.play(solution.best.move)) this.end(solution, false);
    });
  }

  /** What the verdict speaks of: the answer and what it forced, as they lie on the board; or what was tried. */
  toldOf(session: StudySession | null): Shown[] {
    const seat = this.puzzle?.seat;
    if (seat === undefined) return [];
    if (this.wrong) return [{ seat, move: this.wrong.move }];
    const made = (this.solution && session?.entries) || [];
    return made.flatMap((entry) =>
      entry.seat === seat && entry.parsed ? [{ seat, move: entry.parsed }] : [],
    );
  }

  private end(solution: PuzzleSolution, isFound: boolean): void {
    [this.solution, this.isFound, this.wrong] = [solution, isFound, null];
    progress.note(this.puzzle!.id, this.game, this.isToday, isFound);
  }
}
