/** How much was said at a table that nobody here has looked at. */

import type { Happening } from "../../net/contract";

export class Unread {
  private heard = $state(0); // the number of the last word that was looked at

  constructor(
    private readonly happenings: () => readonly Happening[],
    /** Whoever listens: what they say themselves they know. */
    private readonly me: () => string | undefined,
  ) {}

  readonly count = $derived.by(
    () =>
      this.happenings().filter(
        ({ kind, number, person }) => kind === "talked" && number > this.heard && person !== this.me(),
      ).length,
  );

  /** All that was said is looked at. */
  look(): void {
    this.heard = this.happenings().findLast(({ kind }) => kind === "talked")?.number ?? 0;
  }
}
