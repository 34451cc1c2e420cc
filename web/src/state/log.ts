/** The log of a table: what happened, in sentences, turn by turn. */

import type { Shown } from "./deeds";
import type { Entry, Happening, Line, Scored, TableState } from "../net/contract";
import { seatName, tellLine } from "./names";
import { say, sayUnshown } from "../i18n/say";

export interface LogLine {
  key: string;
  text: string;
  /** The names of its places, for those who do not see the board. */
  where: string;
  /** Whom it tells of, if not of the one whose turn it is; and who was paid. */
  about: number | null;
  /** What to light up on the board: what was paid for, else the move. */
  places: Shown[];
  isForced: boolean;
  /** The address of the rule behind it. */
  rule: string | null;
  /** The entry of the ledger that it tells of. */
  paid: Scored | null;
}

export interface LogTurn {
  key: string;
  seat: number | null;
  lines: LogLine[];
}

/** An entry of the log, or a note, with its sentences. */
export interface Told {
  seat: number | null;
  lines: LogLine[];
  entry: Entry | null;
}

export function turnsOf(
  happenings: readonly Happening[],
  table: TableState,
  ledger: readonly Scored[],
): LogTurn[] {
  return intoTurns(tellAll(happenings, table, ledger));
}

/** All that happened and was not taken back, each line with what it paid. */
export function tellAll(
  happenings: readonly Happening[],
  table: TableState,
  ledger: readonly Scored[],
): Told[] {
  const told: Told[] = [];
  for (const happening of happenings) {
    for (const entry of happening.entries ?? []) {
      if (entry.kind === "undo") takeBack(told, entry.seat);
      else told.push({ seat: entry.seat, lines: linesOf(entry, table), entry });
    }
    const note = noteOf(happening, table);
    if (note) told.push({ seat: null, lines: [plainLine(`n${happening.number}`, note)], entry: null });
  }
  payOut(told, ledger);
  return told;
}

/** What a seat took back was never said. */
function takeBack(told: Told[], seat: number): void {
  const last = told.findLastIndex(
    ({ entry }) => entry?.kind === "move" && entry.seat === seat && !entry.forced,
  );
  if (last >= 0) told.splice(last);
}

export function linesOf(entry: Entry, table: TableState): LogLine[] {
  return entry.lines.map((line, index) => ({
    key: `${entry.sequence}.${index}`,
    text: tellLine(line, table, entry.seat),
    where: sayUnshown(line),
    about: seatOf(line) === entry.seat ? null : seatOf(line),
    places: entry.parsed ? [{ seat: entry.seat, move: entry.parsed }] : [],
    isForced: index === 0 && (entry.forced ?? false),
    rule: line.rule ?? null,
    paid: null,
  }));
}

function seatOf(line: Line): number | null {
  const seat = line.values["seat"];
  return typeof seat === "number" ? seat : null;
}

/** What happened that is no move, as the log tells it. */
export function noteOf(happening: Happening, table: TableState): string | null {
  const name = happening.seat ? seatName(table, happening.seat) : "";
  if (happening.kind === "left")
    return say(happening.late ? "browser.log.late" : "browser.log.left", { name });
  if (happening.kind === "hinted") return say("browser.log.hinted", { name });
  if (happening.kind === "started") return say("browser.log.started");
  return null;
}

function plainLine(key: string, text: string): LogLine {
  return { key, text, where: "", about: null, places: [], isForced: false, rule: null, paid: null };
}

/** Find the entry of the ledger that each line about points tells of: both are in the order in which it happened. */
export function payOut(told: readonly Told[], ledger: readonly Scored[]): void {
  let next = 0;
  for (const { entry, lines } of told)
    for (const [index, line] of (entry?.lines ?? []).entries()) {
      const amount = line.values["amount"];
      if (typeof amount !== "number") continue;
      const found = ledger.findIndex(
        (paid, at) => at >= next && paid.seat === seatOf(line) && paid.amount === amount,
      );
      if (found < 0) continue;
      lines[index]!.paid = ledger[found]!;
      lines[index]!.about = ledger[found]!.seat;
      lines[index]!.places = [{ seat: ledger[found]!.seat, where: ledger[found]!.where }];
      next = found + 1;
    }
}

function intoTurns(told: Told[]): LogTurn[] {
  const turns: LogTurn[] = [];
  for (const { seat, lines } of told) {
    const first = lines[0];
    if (!first) continue;
    const turn = turns.at(-1);
    if (turn && turn.seat === seat) turn.lines.push(...lines);
    else turns.push({ key: first.key, seat, lines: [...lines] });
  }
  return turns;
}
