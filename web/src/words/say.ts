/** Sentences of the interface, from the catalogue (src/tianxia/words). A pattern holds values in braces:
 *
 *     {amount}             as it is
 *     {coins:coin|coins}   the number and the word that fits it
 *     {colour:word}        the word for an id
 *     {names:list}         a, b and c
 *     {names:or}           a, b or c
 *     {seat:seat}          the colour of a seat; who sits there is said by the server's own lines
 */

import english from "../made/en.json";

export type Key = keyof typeof english;
export type Values = Record<string, string | number | readonly string[]>;

const catalogue: Record<string, string> = english;

export function say(key: Key, values: Values = {}): string {
  return fill(catalogue[key] ?? key, values);
}

/** The sentence of a key that is made of an id, such as an option's; the fallback where there is none. */
export function sayOf(key: string, fallback: string, values: Values = {}): string {
  const pattern = catalogue[key];
  return pattern === undefined ? fallback : fill(pattern, values);
}

/** The word for an id of an edition, which may have words of its own. */
export function word(id: string): string {
  return catalogue[`word.${id}`] ?? id;
}

function fill(pattern: string, values: Values): string {
  return pattern.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, how: string | undefined) => {
    const value = values[name] ?? "";
    if (how === undefined) return String(value);
    if (how === "word") return word(String(value));
    if (how === "seat") return catalogue[`seat.${value}`] ?? String(value);
    if (how === "list" || how === "or") return row(value as string[], how);
    const [one, many] = how.split("|");
    return `${value} ${value === 1 ? one : many}`;
  });
}

function row(items: readonly string[], how: "list" | "or"): string {
  if (items.length < 2) return items.join("");
  const pattern = catalogue[how === "or" ? "row.or" : "row.and"] ?? "{items}, {last}";
  return fill(pattern, { items: items.slice(0, -1).join(", "), last: items.at(-1)! });
}
