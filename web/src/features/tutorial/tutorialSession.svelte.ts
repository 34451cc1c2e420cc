/** A tutorial at work: which step is shown, and what became of the tries in it.
 *
 * Moves are made in a study of the step's position; the server judges them. What is wrong is taken back.
 */

import { Attempt } from "../../state/attempt.svelte";
import { router } from "../../browser/router.svelte";
import type { ChapterShown, Judged, Line, StepShown, TutorialShown } from "../../net/contract";
import { get, post } from "../../net/requests";
import type { StudySession } from "../../state/studySession.svelte";
import { loadTutorialWords } from "../../i18n/languages";
import { finish, forget, progressOf, stopAt } from "./progress.svelte";

export class TutorialSession {
  chapters: readonly ChapterShown[] = $state.raw([]);
  /** What came of the last try: nothing yet, or while it is right so far. */
  answer: Line | null = $state.raw(null);
  isDone = $state(false);
  /** How often somebody was wrong in this step. */
  mistakes = $state(0);
  /** Amounts that were guessed in vain. */
  tried: readonly number[] = $state.raw([]);
  readonly loading = new Attempt();
  readonly trying = new Attempt();

  constructor(readonly game: string) {}

  /** All steps, by chapter and step: "first/lay". */
  private places = $derived(
    this.chapters.flatMap((chapter) => chapter.steps.map((step) => placeOf(chapter, step))),
  );
  /** Where one is: by the address, else where one stopped. */
  place: string = $derived.by(() => {
    const wanted = [router.hash, progressOf(this.game).at];
    return wanted.find((place) => place && this.places.includes(place)) ?? this.places[0] ?? "";
  });
  chapter: ChapterShown | null = $derived(
    this.chapters.find(({ id }) => id === this.place.split("/")[0]) ?? null,
  );
  step: StepShown | null = $derived(
    this.chapter?.steps.find(({ id }) => id === this.place.split("/")[1]) ?? null,
  );
  /** From 1, within its chapter. */
  number = $derived((this.chapter?.steps.findIndex(({ id }) => id === this.step?.id) ?? 0) + 1);
  before: string | null = $derived(this.beside(-1));
  after: string | null = $derived(this.beside(1));
  nextChapter: ChapterShown | null = $derived(
    this.chapters[this.chapters.findIndex(({ id }) => id === this.chapter?.id) + 1] ?? null,
  );

  open(): Promise<boolean> {
    return this.loading.run(async () => {
      const [shown] = await Promise.all([get<TutorialShown>(`/tutorials/${this.game}`), loadTutorialWords()]);
      this.chapters = shown.chapters;
    });
  }

  /** Another step is shown. */
  begin(): void {
    [this.answer, this.isDone, this.mistakes, this.tried] = [null, false, 0, []];
    stopAt(this.game, this.place);
    if (router.hash !== this.place) router.settle(addressOf(this.game, this.place)); // or the way back would lead astray
  }

  go = (place: string): void => router.go(addressOf(this.game, place));

  startOver = (): void => {
    forget(this.game);
    if (this.places[0]) this.go(this.places[0]);
  };

  // ---- trying

  /** Moves were made on the board. */
  judge = (study: StudySession) =>
    this.trying.run(async () => {
      const judged = await this.ask({ moves: study.played });
      if (judged.verdict === "wrong") {
        await (judged.kept && judged.kept === study.played.length - 1 ? study.undo() : study.reset());
      }
      await this.take(judged, study);
    });

  guess = (amount: number, study: StudySession | null) =>
    this.trying.run(async () => {
      const judged = await this.ask({ amount });
      if (judged.verdict === "wrong") this.tried = [...this.tried, amount];
      await this.take(judged, study);
    });

  /** Plays the moves that lead to the goal, for learners who do not find them. */
  show = (study: StudySession) =>
    this.trying.run(async () => {
      const solution = this.step?.solution ?? [];
      await study.reset();
      for (const move of solution) await study.play(move);
      await this.take(await this.ask({ moves: solution }), study);
    });

  private ask(tried: { moves?: readonly string[]; amount?: number }): Promise<Judged> {
    const [chapter, step] = this.place.split("/");
    return post<Judged>("/tutorials/try", { game: this.game, chapter, step, ...tried });
  }

  private async take(judged: Judged, study: StudySession | null): Promise<void> {
    this.answer = judged.answer;
    if (judged.verdict === "wrong") this.mistakes += 1;
    if (judged.verdict !== "done") return;
    this.isDone = true;
    finish(this.game, this.place);
    for (const reply of judged.replies) await study?.play(reply);
  }

  private beside(way: 1 | -1): string | null {
    const index = this.number - 1 + way;
    const step = this.chapter?.steps[index];
    return this.chapter && step ? placeOf(this.chapter, step) : null;
  }
}

export const placeOf = (chapter: ChapterShown, step: StepShown): string => `${chapter.id}/${step.id}`;

export const addressOf = (game: string, place: string): string => `/learn/${game}/tutorial#${place}`;
