/** What happened, step by step: what is played back, and what is marked since one's own last decision. */

import type { Entry, Scored, TableState, View } from "../net/contract";
import { say } from "../i18n/say";
import type { Deed, Shown, Step } from "./deeds";
import { gainsOf } from "./gains";
import { sourceName } from "./games";
import { linesOf, payOut, type LogLine, type Told } from "./log";
import { seatName } from "./names";

/** The steps of some entries of the log that paid a part of the ledger, in the order in which they happened. Each entry of
 * the ledger is in one of them: what no line tells of is told as the ledger has it. */
export function stepsOf(entries: readonly Entry[], ledger: readonly Scored[], table: TableState): Step[] {
  const told: Told[] = entries.map((entry) => ({ seat: entry.seat, lines: linesOf(entry, table), entry }));
  payOut(told, ledger);
  const steps: Step[] = [];
  let paid = 0; // how much of the ledger is in steps
  const payUntil = (end: number) => {
    for (; paid < end; paid++) steps.push(stepOfPayment(ledger[paid]!, table));
  };
  for (const { entry, lines } of told)
    for (const [index, line] of lines.entries()) {
      if (line.paid) payUntil(ledger.indexOf(line.paid));
      steps.push(stepOfLine(line, entry!, index, table));
      if (line.paid) paid += 1;
    }
  payUntil(ledger.length);
  return bySource(steps);
}

/** Payments in a row that are made at no place come one source after the other, each to all of its seats. */
function bySource(steps: readonly Step[]): Step[] {
  const sorted: Step[] = [];
  for (let from = 0; from < steps.length;) {
    const end = steps.findIndex((step, at) => at >= from && step.paid?.where !== "");
    const row = steps.slice(from, end < 0 ? steps.length : Math.max(end, from + 1));
    const sources = [...new Set(row.map(({ paid }) => paid?.source))];
    sorted.push(...sources.flatMap((source) => row.filter(({ paid }) => paid?.source === source)));
    from += row.length;
  }
  return sorted;
}

function stepOfLine(line: LogLine, entry: Entry, index: number, table: TableState): Step {
  return {
    kind: line.paid ? "pay" : !index && entry.parsed ? "move" : "note",
    seat: line.about ?? entry.seat,
    text: line.text,
    line: entry.lines[index] ?? null,
    places: line.places,
    paid: line.paid,
    source: line.paid ? sourceName(table.game, line.paid.source) : "",
  };
}

function stepOfPayment(paid: Scored, table: TableState): Step {
  const { seat, amount, where } = paid;
  const source = sourceName(table.game, paid.source);
  return {
    kind: "pay",
    seat,
    text: say("browser.playback.paid", { name: seatName(table, seat), amount, source }),
    line: null,
    places: [{ seat, where }],
    paid,
    source,
  };
}

/** Of how many parts the sum is that a step tells: the more, the longer it is told. */
export function partsOf({ line }: Step): number {
  const parts = line?.values["sums"];
  return Array.isArray(parts) ? parts.length : 0;
}

/** The part of a ledger that a later view has more; null where the later one is no continuation: something was taken back. */
export function growthOf(before: readonly Scored[], after: readonly Scored[]): Scored[] | null {
  const isContinued = before.every((paid, index) => isSame(paid, after[index]));
  return isContinued ? after.slice(before.length) : null;
}

function isSame(one: Scored, other: Scored | undefined): boolean {
  return (
    other !== undefined &&
    one.seat === other.seat &&
    one.amount === other.amount &&
    one.source === other.source &&
    one.where === other.where &&
    one.round === other.round
  );
}

/** A view as it was before it was paid so much: its ledger and its scores. */
export function unpaid(view: View, owed: readonly Scored[]): View {
  if (!owed.length) return view;
  const scores = view.scores.map(
    (score, index) =>
      score - owed.filter(({ seat }) => seat === index + 1).reduce((sum, { amount }) => sum + amount, 0),
  );
  return { ...view, scores, ledger: view.ledger.filter((paid) => !owed.includes(paid)) };
}

/** Whether somebody decided something: neither forced, nor waiting to be confirmed, nor taken back. */
export function isDecision({ kind, forced, pending }: Entry): boolean {
  return kind !== "undo" && !forced && !pending;
}

/** What happened since a seat's last decision: all of it, in order. */
export function toldSince(told: readonly Told[], seat: number): Told[] {
  const last = told.findLastIndex(({ entry }) => entry?.seat === seat && isDecision(entry));
  return told.slice(last + 1).filter(({ entry, lines }) => entry && lines.length);
}

/** What the others did since a seat's last decision, turn by turn. */
export function deedsSince(told: readonly Told[], seat: number): Deed[] {
  const deeds: Deed[] = [];
  for (const { entry, lines } of toldSince(told, seat)) {
    if (!entry || entry.seat === seat) continue;
    const text = lines.map((line) => line.text).join(" ");
    const places: Shown[] = entry.parsed ? [{ seat: entry.seat, move: entry.parsed }] : [];
    for (const line of lines) if (line.paid) places.push(...line.places);
    const gains = lines.flatMap(({ paid }) => (paid ? [paid] : []));
    const deed = deeds.at(-1);
    if (deed?.seat === entry.seat) {
      deeds[deeds.length - 1] = {
        ...deed,
        places: [...deed.places, ...places],
        text: `${deed.text} ${text}`,
        gains: gainsOf([...deed.gains, ...gains]),
      };
    } else {
      const { seat, parsed, sequence } = entry;
      const deed = { number: deeds.length + 1, seat, move: parsed ?? null, places, text, sequence };
      deeds.push({ ...deed, gains: gainsOf(gains) });
    }
  }
  return deeds;
}
