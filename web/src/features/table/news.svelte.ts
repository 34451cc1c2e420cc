/** What screen readers are told as it happens at a table: moves, what follows from them, and what others say. */

import type { Happening, TableState } from "../../net/contract";
import { say } from "../../i18n/say";
import { seatName } from "../../state/names";
import { linesOf, noteOf } from "../../state/log";

export interface Announcement {
  key: string;
  text: string;
}

/** How many stay: what is taken away too soon may never be read out. */
const LATEST = 20;

export class News {
  /** The latest, in the order in which they happened. */
  told: readonly Announcement[] = $state.raw([]);

  /** `heard` is the number of the last happening that need not be told. */
  constructor(private heard: number) {}

  /** Announces what happened since it was last asked. */
  tell(happenings: readonly Happening[], table: TableState, me: string | undefined): void {
    const fresh = happenings.filter(({ number }) => number > this.heard);
    if (!fresh.length) return;
    this.heard = fresh.at(-1)!.number;
    this.told = [...this.told, ...fresh.flatMap((one) => announce(one, table, me))].slice(-LATEST);
  }
}

function announce(happening: Happening, table: TableState, me: string | undefined): Announcement[] {
  const texts = (happening.entries ?? []).flatMap((entry) =>
    entry.kind === "undo"
      ? [say("browser.log.undone", { name: seatName(table, entry.seat) })]
      : linesOf(entry, table).map(({ text, where }) => (where ? `${text} ${where}` : text)),
  );
  const note = noteOf(happening, table);
  if (note) texts.push(note);
  if (happening.kind === "talked" && happening.person !== me)
    texts.push(`${happening.name}: ${happening.text}`);
  return texts.map((text, index) => ({ key: `${happening.number}.${index}`, text }));
}
