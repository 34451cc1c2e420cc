/** What is scored at a step of the playback, as the map shows it. */

import type { Step } from "../../../board/face";
import type { EmperorMove, EmperorTable } from "./view";

export interface Scene {
  kind: "houses" | "alliance" | "road";
  /** Who is paid, and how much. */
  seat: number;
  amount: number;
  /** Regions that are lit, by their ids. */
  regions: string[];
  /** Houses that count, and which of its owner's each is: by the ids of their spaces. */
  counted: Map<string, { seat: number; nth: number }>;
  /** By region that is lit: how many emissaries each seat has there, of those who have any. */
  emissaries: Map<string, { seat: number; count: number }[]>;
  /** The spaces of a row, from one end to the other. */
  row: string[];
  /** Of the alliance. */
  number: number | null;
}

/** The scene of a payment; null where nothing of the map is scored. */
export function sceneOf(table: EmperorTable, step: Step<EmperorMove> | null | undefined): Scene | null {
  const paid = step?.paid;
  if (!paid) return null;
  const { seat, amount, source, where } = paid;
  const scene = {
    seat,
    amount,
    regions: [],
    counted: new Map(),
    emissaries: new Map(),
    row: [],
    number: null,
  };
  if (source === "houses")
    return { ...scene, kind: "houses", regions: [where], counted: housesIn(table, where) };
  if (source === "alliances") {
    const pair = table.alliances.find(({ number }) => String(number) === where)?.regions ?? [];
    const emissaries = new Map(pair.map((id) => [id, guestsOf(table, id)]));
    return { ...scene, kind: "alliance", regions: [...pair], emissaries, number: Number(where) };
  }
  const row = where.split(" ");
  return { ...scene, kind: "road", row, counted: new Map(row.map((id, i) => [id, { seat, nth: i + 1 }])) };
}

/** The houses of a region, counted for each seat. */
function housesIn(table: EmperorTable, id: string): Scene["counted"] {
  const counts = new Map<number, number>();
  const found: Scene["counted"] = new Map();
  for (const { id: space, house } of table.regions.find((region) => region.id === id)?.spaces ?? []) {
    if (house === null) continue;
    const nth = (counts.get(house) ?? 0) + 1;
    counts.set(house, nth);
    found.set(space, { seat: house, nth });
  }
  return found;
}

function guestsOf(table: EmperorTable, id: string): { seat: number; count: number }[] {
  const { emissaries = [] } = table.regions.find((region) => region.id === id) ?? {};
  return emissaries
    .map((count, index) => ({ seat: index + 1, count }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}
