/** The little Markdown that the pages of the games are written in, as data for components. */

export type Inline =
  | { kind: "text" | "strong" | "emphasis" | "code"; text: string }
  | { kind: "link"; text: string; href: string };

export type Block =
  | { kind: "heading"; id: string; inlines: Inline[] }
  | { kind: "paragraph"; id: string | null; inlines: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

const TERMINAL = /^## In the terminal$/m;

/** What is shown here of the page of a game: its title stands above already, and its end is for terminals and editors. */
export function readRules(source: string): Block[] {
  return readBlocks(source.split(TERMINAL)[0]!).slice(1);
}

/** Paragraphs and the like, which empty lines part. */
function readBlocks(source: string): Block[] {
  const fences = source.split(/^```.*\n/m); // every second part lies between fences
  return fences.flatMap((part, index): Block[] =>
    index % 2 ? [{ kind: "code", text: part.trimEnd() }] : part.split(/\n{2,}/).flatMap(readBlock),
  );
}

function readBlock(chunk: string): Block[] {
  const text = chunk.trim();
  if (!text) return [];
  const title = /^#+ (.*)$/.exec(text)?.[1];
  if (title !== undefined) return [{ kind: "heading", id: slug(title), inlines: readInlines(title) }];
  const lines = text.split("\n");
  if (text.startsWith("|")) return [readTable(lines)];
  if (/^(- |\d+\. )/.test(text)) {
    const items = lines.map((line) => readInlines(line.replace(/^(- |\d+\. )/, "")));
    return [{ kind: "list", ordered: !text.startsWith("- "), items }];
  }
  const anchor = /^<a id="([^"]+)"><\/a>/.exec(text);
  return [
    { kind: "paragraph", id: anchor?.[1] ?? null, inlines: readInlines(text.slice(anchor?.[0].length ?? 0)) },
  ];
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

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s+/g, "-");
}
