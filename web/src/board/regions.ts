/** Parts of a board that one can go to: landmarks of the page at a table. In a text several boards may stand, and none of
 * their parts is a landmark of the page. */

import { getContext, setContext } from "svelte";

const KEY = Symbol("in text");

export const standInText = (): unknown => setContext(KEY, true);

/** What makes an element such a part, to be called while a component is set up: `const region = regions();`, then
 * `<section {...region("The year")}>`. */
export function regions(): (label: string) => { role: "region" | "group"; "aria-label": string } {
  const role = getContext(KEY) ? "group" : "region";
  return (label) => ({ role, "aria-label": label });
}
