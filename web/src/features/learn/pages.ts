/** The rules of the games (src/tianxia/words) and their examples (in src/tianxia/games), loaded when they are read. */

import type { Scored } from "../../net/contract";
import type { StudyDocument } from "../../state/study.svelte";
import { spokenLanguage } from "../../i18n/languages";

export interface Example {
  record: StudyDocument;
  /** The moves of the example. */
  show: readonly string[];
  /** What they score. */
  ledger: readonly Scored[];
}

const WORDS = "../../../../src/tianxia/words";
const PAGES = import.meta.glob<string>("../../../../src/tianxia/words/*/rules/*.md", {
  query: "?raw",
  import: "default",
});
const EXAMPLES = import.meta.glob<Record<string, Example>>("../../../../src/tianxia/games/*/teaching/examples.json", {
  import: "default",
});

/** Loads the rules of a game, in the language that is spoken where they are told in it; undefined where there are none. */
export function pageOf(game: string): (() => Promise<string>) | undefined {
  const find = (language: string) => PAGES[`${WORDS}/${language}/rules/${game}.md`];
  return find(spokenLanguage()) ?? find("en");
}

/** The examples of a game, by name. */
export async function examplesOf(game: string): Promise<Record<string, Example>> {
  const folder = game.replaceAll("-", "_");
  return (await EXAMPLES[`../../../../src/tianxia/games/${folder}/teaching/examples.json`]?.()) ?? {};
}
