/** The games that can be played here, asked for once. */

import type { GameShown } from "../net/contract";
import { get } from "../net/requests";
import { sayOf } from "../i18n/say";

let asked: Promise<GameShown[]> | null = null;

export function allGames(): Promise<GameShown[]> {
  asked ??= get<{ games: GameShown[] }>("/games").then(
    ({ games }) => games,
    (failure: unknown) => {
      asked = null; // the next one may try again
      throw failure;
    },
  );
  return asked;
}

/** The address of the rule by which a source pays; null where it cannot be asked for. */
export async function ruleOfSource(game: string, source: string): Promise<string | null> {
  const games = await allGames().catch(() => []);
  return games.find(({ id }) => id === game)?.sources[source] ?? null;
}

/** What points come from, in the words of the game. */
export function sourceName(game: string, source: string): string {
  return sayOf(`${game}.source.${source}`, source);
}
