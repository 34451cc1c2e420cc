/** The rules of the games, their notation and their examples (in src/tianxia/games), loaded when they are read.
 * Rules and notation are Markdown, parsed by src/tianxia/words/rules.py when the client is built. */

import type { Scored } from "../../net/contract";
import type { StudyDocument } from "../../state/studySession.svelte";
import { spokenLanguage } from "../../i18n/languages";

export interface Example {
  record: StudyDocument;
  /** The moves of the example. */
  show: readonly string[];
  /** What they score. */
  ledger: readonly Scored[];
}

/** A piece of a line, and how it is set. */
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
  title: string;
  blocks: Block[];
}

type Pages = Record<string, () => Promise<Passage[]>>;
const RULES: Pages = import.meta.glob<Passage[]>("../../made/rules/*/*.json", { import: "default" });
const NOTATION: Pages = import.meta.glob<Passage[]>("../../made/notation/*/*.json", { import: "default" });
const EXAMPLES = import.meta.glob<Record<string, Example>>(
  "../../../../src/tianxia/games/*/teaching/examples.json",
  {
    import: "default",
  },
);

function pageOf(pages: Pages, folder: string, game: string): (() => Promise<Passage[]>) | undefined {
  const find = (language: string) => pages[`../../made/${folder}/${language}/${game}.json`];
  return find(spokenLanguage()) ?? find("en");
}

/** Loads the rules of a game in the chosen language, or in English if they are not translated; undefined without rules. */
export const rulesOf = (game: string) => pageOf(RULES, "rules", game);

/** Loads how moves of a game are written, in the chosen language or in English; undefined without such a page. */
export const notationOf = (game: string) => pageOf(NOTATION, "notation", game);

/** The examples of a game, by name. */
export async function examplesOf(game: string): Promise<Record<string, Example>> {
  const folder = game.replaceAll("-", "_");
  return (await EXAMPLES[`../../../../src/tianxia/games/${folder}/teaching/examples.json`]?.()) ?? {};
}
