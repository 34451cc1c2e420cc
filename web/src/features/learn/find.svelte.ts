/** Words that are looked for in a text: every part of the text that shows them marks them. */

import { getContext, setContext } from "svelte";

const KEY = Symbol("find");

export class Find {
  wanted = $state("");
}

export const provideFind = (): Find => setContext(KEY, new Find());
export const useFind = (): Find | undefined => getContext<Find | undefined>(KEY);

/** A text cut where the words stand: every second piece is one of them. */
export function cut(text: string, wanted: string): string[] {
  const words = wanted.trim();
  if (words.length < 2) return [text];
  return text.split(new RegExp(`(${words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})`, "iu"));
}
