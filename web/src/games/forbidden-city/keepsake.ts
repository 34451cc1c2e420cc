/** What a move would do is still told while it waits to be confirmed, though nobody points at it any more. */

import type { Previewed } from "../../server/contract";
import type { Choice } from "../../table/choice.svelte";
import type { CityView } from "./types";

export function makeKeepsake(): (
  view: CityView,
  choice: Choice,
  previewed: Previewed | null,
) => Previewed | null {
  let kept: { move: string; previewed: Previewed } | null = null;
  return (view, choice, previewed) => {
    if (choice.meant && previewed) kept = { move: choice.meant, previewed };
    return view.pending && kept?.move === view.pending ? kept.previewed : previewed;
  };
}
