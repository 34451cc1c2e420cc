/** Sentences, from the catalogue of the language that is chosen (src/tianxia/words, which tells how patterns are written).
 * What the server has to say comes as keys with values, and is said here, too. */

import type english from "../made/en.json";
import { pluralForm } from "./plurals";
import { holdTogether } from "./typeset";

export type Key = keyof typeof english;
export type Values = Record<string, unknown>;

/** Something to be said. `text` is how the server says it, for keys that are not known here. */
interface Message {
  key: string;
  values: Values;
  text?: string;
}

/** How a seat is called. */
type Call = (seat: number) => string;

let catalogue: Record<string, string> = {};
let language = "en";

/** To be called before anything is said. */
export function speak(chosen: string, sentences: Record<string, string>): void {
  [language, catalogue] = [chosen, sentences];
  document.documentElement.lang = chosen;
}

/** Sentences that few need, and that came later. */
export function speakMore(sentences: Record<string, string>): void {
  catalogue = { ...catalogue, ...sentences };
}

export function say(key: Key, values: Values = {}): string {
  return fill(catalogue[key] ?? key, values, colourOf);
}

/** The sentence of a key that is made of an id, such as an option's; the fallback where there is none. */
export function sayOf(key: string, fallback: string, values: Values = {}): string {
  const pattern = catalogue[key];
  return pattern === undefined ? fallback : fill(pattern, values, colourOf);
}

/** The sentence of a message; beside a board places need no names, and it may be a shorter one. */
export function sayMessage(message: Message, call: Call = colourOf): string {
  const pattern = catalogue[`shown.${message.key}`] ?? catalogue[message.key];
  return pattern === undefined ? (message.text ?? message.key) : fill(pattern, message.values, call);
}

/** What a shorter sentence beside a board leaves out: the names of places, for those who do not see it. */
export function sayUnshown(message: Message): string {
  const shown = catalogue[`shown.${message.key}`];
  if (shown === undefined) return "";
  const left = (catalogue[message.key] ?? "").match(/\{\w+[^}]*\}/g) ?? [];
  return left
    .filter((part) => !shown.includes(part))
    .map((part) => fill(part, message.values, colourOf))
    .join(" ");
}

/** The word for an id of an edition, which may have words of its own. */
export function word(id: string): string {
  return catalogue[`word.${id}`] ?? id;
}

const colourOf: Call = (seat) => catalogue[`seat.${seat}`] ?? String(seat);

function fill(pattern: string, values: Values, call: Call): string {
  return holdTogether(pattern).replace(
    /\{(\w+)(?::([^}]*))?\}/g,
    (_, name: string, how: string | undefined) => write(values[name] ?? "", how, call),
  );
}

function write(value: unknown, how: string | undefined, call: Call): string {
  if (isMessage(value)) return sayMessage(value, call);
  if (how === undefined) return String(value);
  if (how === "word") return word(String(value));
  if (how === "seat") return call(Number(value));
  if (how === "colour") return colourOf(Number(value)).toLowerCase();
  if (how === "seats") return row((value as number[]).map(call), "and");
  if (how === "list" || how === "or") {
    const items = (value as unknown[]).map((item) => write(item, undefined, call));
    return row(items, how === "or" ? "or" : "and");
  }
  return `${String(value)} ${pluralForm(language, Number(value), how)}`;
}

function row(items: readonly string[], joint: "and" | "or"): string {
  if (items.length < 2) return items.join("");
  const values = { items: items.slice(0, -1).join(catalogue["row.comma"]), last: items.at(-1) };
  return fill(catalogue[`row.${joint}`] ?? "", values, colourOf);
}

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "key" in value;
