/** The map of an edition, from its regions, alliances and roads alone. */

import type { Alliance, EmperorTable, Point, Region, Space } from "../model/view";
import { EDGE, groundOf, LAKE, MOUNTAINS, SEA, STEPPE, type Pair } from "./ground";
import { arcsOf, lines, outline } from "./outlines";
import { crossing, namePlace, scenery, type Block, type Ornament, type Stretch } from "./places";

export interface Drawn {
  /** By region: its outline, and where its name stands. */
  regions: { id: string; outline: string; name: Point }[];
  steppe: string;
  shallows: string;
  lakes: string;
  mountains: string;
  borders: string;
  coast: string;
  roads: string;
  /** By alliance: where its number stands, and whether its regions do not touch there. */
  alliances: { number: number; at: Point; isApart: boolean }[];
  scenery: Ornament[];
}

/** What the map depends on. */
export interface GroundPlan {
  regions: (Pick<Region, "id" | "name" | "dragon"> & { spaces: Pick<Space, "id" | "at">[] })[];
  roads: [string, string][];
  alliances: Pick<Alliance, "number" | "regions">[];
}

/** Maps that were drawn already, by their plans: a table and its review have the same. */
const drawn = new Map<string, Drawn>();

export function mapOf(table: EmperorTable): Drawn {
  const plan = groundPlanOf(table);
  const key = JSON.stringify(plan);
  const map = drawn.get(key) ?? drawMap(plan);
  drawn.set(key, map);
  return map;
}

function groundPlanOf({ regions, roads, alliances }: EmperorTable): GroundPlan {
  return {
    regions: regions.map(({ id, name, dragon, spaces }) => ({
      id,
      name,
      dragon,
      spaces: spaces.map(({ id, at }) => ({ id, at })),
    })),
    roads,
    alliances: alliances.map(({ number, regions }) => ({ number, regions })),
  };
}

function drawMap(plan: GroundPlan): Drawn {
  const { regions, alliances } = plan;
  const ground = groundOf(plan);
  const arcs = arcsOf(ground);
  const at = new Map(regions.flatMap(({ spaces }) => spaces.map(({ id, at }) => [id, at])));
  const roads = plan.roads.map(([a, b]): Stretch => [at.get(a)!, at.get(b)!]);
  const taken: Point[] = regions.flatMap(({ spaces, dragon }) => [...spaces.map(({ at }) => at), dragon]);
  const isLand = (label: number) => label >= 0 && label < regions.length;
  const isShore = ([a, b]: Pair) =>
    isLand(a) !== isLand(b) && ![LAKE, MOUNTAINS].some((l) => l === a || l === b);

  const seals = alliances.map(({ number, regions: pair }) => {
    const [a, b] = pair.map((id) => regions.findIndex((region) => region.id === id)) as [number, number];
    const at = crossing(arcs, [a, b], taken, roads);
    taken.push(at ?? halfway(regions[a]!, regions[b]!));
    return { number, at: taken.at(-1)!, isApart: at === null };
  });
  const blocks = taken.map(([x, y]): Block => ({ at: [x, y - 4], across: 25, up: 25 }));
  return {
    regions: regions.map((region, number) => {
      const name = namePlace(number, region, ground, blocks, roads);
      blocks.push(name);
      return { id: region.id, outline: outline(number, arcs), name: name.at };
    }),
    steppe: outline(STEPPE, arcs),
    shallows: lines(arcs, ([a, b]) => (a === SEA || b === SEA) && a !== EDGE && b !== EDGE),
    lakes: outline(LAKE, arcs),
    mountains: outline(MOUNTAINS, arcs),
    borders: lines(arcs, ([a, b]) => isLand(a) && isLand(b)),
    coast: lines(arcs, isShore),
    roads: roads.map(([a, b]) => `M${a.join(" ")}L${b.join(" ")}`).join(""),
    alliances: seals,
    scenery: scenery(ground, taken),
  };
}

function halfway(a: Pick<Region, "dragon">, b: Pick<Region, "dragon">): Point {
  return [(a.dragon[0] + b.dragon[0]) / 2, (a.dragon[1] + b.dragon[1]) / 2];
}
