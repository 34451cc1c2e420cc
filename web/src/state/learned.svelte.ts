/** What the visitor has learned, as facts: kept in this browser for a stranger, and on the server for everybody else, so
 * that it is the same on every device. */

import { readStored, store } from "../browser/storage";
import type { Learned as Sent, Progress } from "../net/contract";
import { get, post, remove } from "../net/requests";
import { visitor } from "./visitor.svelte";

const KEY = "tianxia-learned";
const PATH = "/me/progress";
const AT_ONCE = 200; // facts that the server takes in one request

/** A fact as the server has it: nothing is missing. */
export type Learned = Required<Sent>;
export type Kind = Learned["kind"];

interface Kept {
  /** Whose facts these are; null: nobody's yet. */
  owner: string | null;
  facts: Learned[];
  /** Keys of those that the server does not have yet. */
  unsent: string[];
  /** Games whose tutorial begins anew, which the server does not know yet. */
  forgotten: string[];
}

const NOTHING = { facts: [], unsent: [], forgotten: [] };

const keyOf = ({ game, kind, item }: Learned): string => `${game} ${kind} ${item}`;

class LearnedFacts {
  private kept: Kept = $state(read());
  private sending: Promise<void> | null = null;

  /** The facts of a kind, of one game or of all; oldest first. */
  of(kind: Kind, game?: string): Learned[] {
    return this.kept.facts.filter((fact) => fact.kind === kind && (game ?? fact.game) === fact.game);
  }

  has(game: string, kind: Kind, item: string): boolean {
    return this.kept.facts.some((fact) => fact.game === game && fact.kind === kind && fact.item === item);
  }

  /** What was known first stays; only a place moves on. */
  add(game: string, kind: Kind, item: string, value = ""): void {
    const fact = { game, kind, item, value };
    if (kind === "place") this.kept.facts = this.kept.facts.filter((other) => keyOf(other) !== keyOf(fact));
    else if (this.has(game, kind, item)) return;
    this.kept.facts.push(fact);
    this.kept.unsent = [...this.kept.unsent.filter((key) => key !== keyOf(fact)), keyOf(fact)];
    this.save();
    if (visitor.me) void this.sync();
  }

  /** The tutorial of a game begins anew. */
  forgetTutorial(game: string): void {
    const isKept = (fact: Learned) => fact.game !== game || (fact.kind !== "step" && fact.kind !== "place");
    this.kept.facts = this.kept.facts.filter(isKept);
    const left = new Set(this.kept.facts.map(keyOf));
    this.kept.unsent = this.kept.unsent.filter((key) => left.has(key));
    this.kept.forgotten = [...this.kept.forgotten, game];
    this.save();
    if (visitor.me) void this.sync();
  }

  /** Has the same here as on the server. Without a connection it happens with the next fact, or the next page. */
  sync(): Promise<void> {
    this.sending ??= this.exchange()
      .catch(() => {})
      .finally(() => (this.sending = null));
    return this.sending;
  }

  private async exchange(): Promise<void> {
    const me = visitor.me?.id ?? null;
    if (this.kept.owner !== null && this.kept.owner !== me) this.kept = { owner: me, ...NOTHING };
    this.kept.owner = me;
    if (me !== null)
      do if (!(await this.round(me))) return;
      while (this.kept.unsent.length || this.kept.forgotten.length); // what came meanwhile
    this.save();
  }

  /** Sends what the server does not have, and takes what it has; false: somebody else is here by now. */
  private async round(me: string): Promise<boolean> {
    for (const game of this.kept.forgotten) await remove(`/me/progress/${game}/tutorial`);
    this.kept.forgotten = [];
    const keys = this.kept.unsent.slice(0, AT_ONCE);
    const facts = this.kept.facts.filter((fact) => keys.includes(keyOf(fact)));
    const all = facts.length ? await post<Progress>(PATH, { facts }) : await get<Progress>(PATH);
    if (visitor.me?.id !== me) return false;
    this.kept.unsent = this.kept.unsent.filter((key) => !keys.includes(key));
    const rest = this.kept.facts.filter((fact) => this.kept.unsent.includes(keyOf(fact)));
    const unsent = new Set(this.kept.unsent);
    this.kept.facts = [...(all.facts as Learned[]).filter((fact) => !unsent.has(keyOf(fact))), ...rest];
    return true;
  }

  private save(): void {
    store(KEY, this.kept);
  }
}

function read(): Kept {
  const { owner, facts, unsent, forgotten } = readStored(KEY);
  const found = Array.isArray(facts) ? facts.filter(isFact) : former();
  const keys = new Set(found.map(keyOf));
  return {
    owner: typeof owner === "string" ? owner : null,
    facts: found,
    unsent: unsent === undefined ? [...keys] : texts(unsent).filter((key) => keys.has(key)),
    forgotten: texts(forgotten),
  };
}

const texts = (found: unknown): string[] =>
  Array.isArray(found) ? found.filter((text): text is string => typeof text === "string") : [];

function isFact(fact: unknown): fact is Learned {
  const { game, kind, item, value } = (fact ?? {}) as Record<string, unknown>;
  return [game, kind, item, value].every((part) => typeof part === "string");
}

/** What former versions kept: steps and places by game; puzzles that were seen, how many of them were solved, and the last
 * of some days in a row. */
function former(): Learned[] {
  const facts: Learned[] = [];
  for (const [game, found] of Object.entries(readStored("tianxia-tutorials"))) {
    const { at, done } = (found ?? {}) as { at?: unknown; done?: unknown };
    for (const item of Array.isArray(done) ? done : [])
      if (typeof item === "string") facts.push({ game, kind: "step", item, value: "" });
    if (typeof at === "string") facts.push({ game, kind: "place", item: "", value: at });
  }
  const { seen, solved, day, streak, games } = readStored("tianxia-puzzles");
  const game = Array.isArray(games) && typeof games[0] === "string" ? games[0] : "forbidden-city";
  for (const [index, id] of (Array.isArray(seen) ? seen : []).entries())
    if (typeof id === "string")
      facts.push({ game, kind: "puzzle", item: id, value: index < Number(solved) ? "found" : "shown" });
  for (let back = Number(streak) - 1; typeof day === "string" && Date.parse(day) && back >= 0; back--)
    facts.push({ game, kind: "daily", item: dayBefore(day, back), value: "" });
  return facts;
}

/** The day so many days before another one. */
export function dayBefore(day: string, back: number): string {
  return new Date(Date.parse(day) - back * 86_400_000).toISOString().slice(0, 10);
}

export const learned = new LearnedFacts();

$effect.root(() => {
  $effect(() => {
    void visitor.me?.id;
    if (visitor.isKnown) void learned.sync();
  });
});
