/** The map of an edition, from its regions, alliances and roads alone, stretched for the place that it is given. */

import type { Alliance, EmperorTable, Point, Region, Space } from "../model/view";
import { groundOf, LAKE, MOUNTAINS, SEA, type Ground, type Pair } from "./ground";
import { arcsOf, lines, outline, type Arc } from "./outlines";
import { markAlliance, namePlace, overlapOf, type Block, type Mark, type Stretch } from "./places";
import { MARGIN, type Extent, type Shape } from "./shape";
import { scenery, shoreline, type Ornament } from "./surroundings";

export interface Drawn {
  /** What is seen of it at least: the land. */
  box: { x: number; y: number; width: number; height: number };
  /** How large type is on it, and figures on marks. */
  type: number;
  figures: number;
  /** Where spaces and courts lie, by their ids; a court has that of its region. */
  places: ReadonlyMap<string, Point>;
  /** By region: its outline, what it spans, and where its name stands. */
  regions: { id: string; outline: string; extent: Extent; name: Point }[];
  sea: string;
  shallows: string;
  lakes: string;
  mountains: string;
  borders: string;
  coast: string;
  roads: string;
  /** By alliance: where its number stands, and on which side of it those who hold it. */
  alliances: Mark[];
  scenery: Ornament[];
}

/** What the map depends on. */
export interface GroundPlan {
  regions: (Pick<Region, "id" | "name" | "dragon"> & { spaces: Pick<Space, "id" | "at">[] })[];
  roads: [string, string][];
  alliances: Pick<Alliance, "number" | "regions">[];
}

/** The land as the edition has it, before it is stretched. */
export interface Land {
  plan: GroundPlan;
  ground: Ground;
  arcs: Arc[];
  extent: Extent;
  /** Its maps, by their shapes: as many as a window that is resized needs. */
  maps: Map<string, Drawn>;
}

const MOST_MAPS = 8;

/** What was drawn already, by plans: a table and its review have the same. */
const lands = new Map<string, Land>();

export function landOf(table: EmperorTable): Land {
  const plan = groundPlanOf(table);
  const key = JSON.stringify(plan);
  let land = lands.get(key);
  if (!land) {
    const ground = groundOf(plan);
    const arcs = arcsOf(ground);
    const own = plan.regions.map((_, number) => extentOf(arcs, number));
    land = { plan, ground, arcs, extent: own.reduce(union), maps: new Map() };
    lands.set(key, land);
  }
  return land;
}

export function mapOf(land: Land, shape: Shape): Drawn {
  const key = JSON.stringify(shape);
  const map = land.maps.get(key) ?? drawMap(land, shape);
  if (land.maps.size >= MOST_MAPS) land.maps.clear();
  land.maps.set(key, map);
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

const isLand = (label: number) => label >= 0 && label < SEA;
const isShore = ([a, b]: Pair) =>
  isLand(a) !== isLand(b) && ![LAKE, MOUNTAINS].some((l) => l === a || l === b);
const isSeaside = ([a, b]: Pair) => (a === SEA && isLand(b)) || (b === SEA && isLand(a));

/** Half of what stands on a space, and of emissaries at a court. */
const HOUSE = { across: 29, up: 28, rise: 3 };
const COURT = { across: 50, up: 40, rise: -1 };

function drawMap({ plan, ground, arcs: flat, extent }: Land, shape: Shape): Drawn {
  const { across, down, type, figures } = shape;
  const stretched = ([x, y]: Point): Point => [x * across, y * down];
  const arcs = flat.map(({ points, between }): Arc => ({ points: points.map(stretched), between }));
  const regions = plan.regions.map((region) => ({ ...region, dragon: stretched(region.dragon) }));
  const places = new Map<string, Point>(
    regions.flatMap(({ id, dragon, spaces }) => [
      [id, dragon] as const,
      ...spaces.map(({ id, at }) => [id, stretched(at)] as const),
    ]),
  );
  const roads = plan.roads.map(([a, b]): Stretch => [places.get(a)!, places.get(b)!]);
  const courts = new Set(regions.map(({ id }) => id));
  const blocks = [...places].map(([id, [x, y]]): Block => ({
    at: [x, y - 4],
    ...(courts.has(id) ? COURT : HOUSE),
  }));
  const sheet = { ground, across, down };
  const frame = scaled(extent, across, down);
  const marks = plan.alliances.map((alliance) => {
    const pair = alliance.regions.map((id) => regions.findIndex((region) => region.id === id)) as [
      number,
      number,
    ];
    const between = [regions[pair[0]]!.dragon, regions[pair[1]]!.dragon] as const;
    return markAlliance(alliance.number, pair, between, { arcs, blocks, roads, figures, frame });
  });
  return {
    box: {
      x: frame.left - MARGIN,
      y: frame.top - MARGIN,
      width: frame.right - frame.left + 2 * MARGIN,
      height: frame.bottom - frame.top + 2 * MARGIN,
    },
    type,
    figures,
    places,
    regions: regions.map((region, number) => {
      const name = namePlace(number, region, sheet, blocks, roads, type, frame);
      blocks.push(name);
      return { id: region.id, outline: outline(number, arcs), extent: extentOf(arcs, number), name: name.at };
    }),
    sea: shoreline(across, down),
    shallows: lines(arcs, isSeaside),
    lakes: outline(LAKE, arcs),
    mountains: outline(MOUNTAINS, arcs),
    borders: lines(arcs, ([a, b]) => isLand(a) && isLand(b)),
    coast: lines(arcs, isShore),
    roads: roads.map(([a, b]) => `M${a.map(Math.round).join(" ")}L${b.map(Math.round).join(" ")}`).join(""),
    alliances: marks,
    scenery: scenery(sheet, frame).filter(
      ({ what, at, width }) =>
        what === "peak" ||
        blocks.every((block) => overlapOf({ at, across: width / 2, up: width / 2 }, block) === 0),
    ),
  };
}

function extentOf(arcs: readonly Arc[], region: number): Extent {
  const points = arcs.filter(({ between }) => between.includes(region)).flatMap(({ points }) => points);
  return points.reduce((extent, [x, y]) => union(extent, { left: x, top: y, right: x, bottom: y }), {
    left: Infinity,
    top: Infinity,
    right: -Infinity,
    bottom: -Infinity,
  });
}

function union(one: Extent, other: Extent): Extent {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

function scaled({ left, top, right, bottom }: Extent, across: number, down: number): Extent {
  return { left: left * across, top: top * down, right: right * across, bottom: bottom * down };
}
