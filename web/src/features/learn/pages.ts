/** The rules of the games and their examples (in src/tianxia/games), loaded when they are read.
 * The rules are Markdown, parsed by src/tianxia/words/rules.py when the client is built. */

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

const RULES = import.meta.glob<Passage[]>("../../made/rules/*/*.json", { import: "default" });
const EXAMPLES = import.meta.glob<Record<string, Example>>(
  "../../../../src/tianxia/games/*/teaching/examples.json",
  {
    import: "default",
  },
);

/** Loads the rules of a game in the chosen language, or in English if they are not translated; undefined without rules. */
export function rulesOf(game: string): (() => Promise<Passage[]>) | undefined {
  const find = (language: string) => RULES[`../../made/rules/${language}/${game}.json`];
  return find(spokenLanguage()) ?? find("en");
}

/** The examples of a game, by name. */
export async function examplesOf(game: string): Promise<Record<string, Example>> {
  const folder = game.replaceAll("-", "_");
  return (await EXAMPLES[`../../../../src/tianxia/games/${folder}/teaching/examples.json`]?.()) ?? {};
}
