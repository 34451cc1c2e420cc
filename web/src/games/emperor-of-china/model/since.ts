/** Pieces that others placed since one's own last decision. */

import type { Deed } from "../../../board/face";
import { asPlacing } from "./moves";
import type { EmperorMove, EmperorTable } from "./view";

/** Keys of the pieces on the map (`standing.ts`), and whose they are: of several emissaries at a court the last. */
export function freshPieces(deeds: readonly Deed<EmperorMove>[], table: EmperorTable): Map<string, number> {
  const fresh = new Map<string, number>();
  const come = new Map<string, number>(); // region and seat -> new emissaries
  for (const { seat, move } of deeds.flatMap(({ places }) => places)) {
    const placing = asPlacing(move ?? null);
    if (!placing) continue;
    if (placing.kind !== "emissary") fresh.set(`${placing.at} ${placing.kind}`, seat);
    else {
      const there = `${placing.at} ${seat}`;
      come.set(there, (come.get(there) ?? 0) + 1);
      const all = table.regions.find(({ id }) => id === placing.at)?.emissaries[seat - 1] ?? 0;
      fresh.set(`${there} ${all + 1 - come.get(there)!}`, seat);
    }
  }
  return fresh;
}
