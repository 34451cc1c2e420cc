/** The little Markdown that the rules are written in (src/tianxia/words/rules.py tells how), as data for components. */

import { holdTogether } from "../../i18n/typeset";

export type Inline =
  | { kind: "text" | "strong" | "emphasis" | "code"; text: string }
  | { kind: "link"; text: string; href: string };

export type Block =
  | { kind: "heading"; id: string; inlines: Inline[] }
  | { kind: "paragraph"; inlines: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "example"; name: string; inlines: Inline[] };

/** A rule with all that belongs to it, which has a number; or what stands between rules. */
export interface Passage {
  number: string | null;
  blocks: Block[];
}

/** The rules of a game, without their title, which stands above already. */
export function readRules(source: string): Passage[] {
  const passages: Passage[] = [{ number: null, blocks: [] }];
  for (const chunk of holdTogether(source)
    .split(/\n{2,}/)
    .slice(1)) {
    const anchor = /^<a id="([^"]+)"><\/a>/.exec(chunk);
    const block = readBlock(chunk.slice(anchor?.[0].length ?? 0).trim());
    if (!block) continue;
    if (anchor) passages.push({ number: anchor[1]!, blocks: [] });
    else if (block.kind === "heading") passages.push({ number: null, blocks: [] });
    passages.at(-1)!.blocks.push(block);
  }
  return passages;
}

/** The name of a rule: what stands in bold at its beginning, "8. Value." */
export function titleOf({ blocks: [first] }: Passage): string {
  const lead = first?.kind === "paragraph" ? first.inlines[0] : undefined;
  return lead?.kind === "strong" ? lead.text.replace(/[.。]$/, "") : "";
}

export const textOf = (inlines: readonly Inline[]): string => inlines.map(({ text }) => text).join("");

function readBlock(text: string): Block | null {
  if (!text) return null;
  const title = /^## (.*)$/.exec(text)?.[1];
  if (title !== undefined) return { kind: "heading", id: slug(title), inlines: readInlines(title) };
  const example = /^<!-- example ([\w-]+) -->/.exec(text);
  if (example)
    return { kind: "example", name: example[1]!, inlines: readInlines(text.slice(example[0].length)) };
  const lines = text.split("\n");
  if (text.startsWith("|")) return readTable(lines);
  if (/^(- |\d+\. )/.test(text)) {
    const items = lines.map((line) => readInlines(line.replace(/^(- |\d+\. )/, "")));
    return { kind: "list", ordered: !text.startsWith("- "), items };
  }
  return { kind: "paragraph", inlines: readInlines(text) };
}

function readTable(lines: string[]): Block {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => readInlines(cell.trim())),
  );
  return { kind: "table", head, rows };
}

/** Words within a line: **strong**, *emphasis*, `code`, [links](address). */
function readInlines(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g)) {
    if (match.index > from) found.push({ kind: "text", text: text.slice(from, match.index) });
    const [whole, strong, emphasis, code, link, href] = match;
    if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (emphasis !== undefined) found.push({ kind: "emphasis", text: emphasis });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    else found.push({ kind: "link", text: link!, href: href! });
    from = match.index + whole.length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}

/** The address of a part: letters of any language, and hyphens. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s-]/gu, "")
    .replace(/\s+/g, "-");
}
