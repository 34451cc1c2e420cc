/** The pages of the games (docs/games), loaded when they are read. */

const PAGES = import.meta.glob<string>("../../../../docs/games/*.md", { query: "?raw", import: "default" });

/** Loads the page of a game; undefined where there is none. */
export function pageOf(game: string): (() => Promise<string>) | undefined {
  return PAGES[`../../../../docs/games/${game}.md`];
}
