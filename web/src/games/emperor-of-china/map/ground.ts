/** What every small square of the map is: a region, sea, steppe, or a lake or mountains that part two regions.
 *
 * A region is the cells of its places, merged, with noise in the borders. Regions that border each other are those with an
 * alliance: where two others would touch, a lake or mountains lie between them; where two allies do not touch, one reaches out.
 */

import { clamp } from "../../../ui/clamp";
import type { Point } from "../model/view";
import type { GroundPlan } from "./draw";
import { distance, length } from "./geometry";
import { around, COLUMNS, FRAME, middle, MOST_WARP, ROWS, squareUnder, WARPED_X, WARPED_Y } from "./grid";

export type Label = number; // a region's number, or one of these
export const EDGE: Label = -1;
export const SEA: Label = 1000;
export const STEPPE: Label = 1001;
export const LAKE: Label = 1002;
export const MOUNTAINS: Label = 1003;

interface Site {
  at: Point;
  region: number;
}

const SPREAD = 62; // how far land reaches around a place

export type Pair = readonly [Label, Label];

/** What the places around each small square make of it: how much land there is, and whose place is nearest. */
class Fields {
  readonly land = new Float64Array(COLUMNS * ROWS);
  readonly region = new Int16Array(COLUMNS * ROWS);
  private readonly nearest = new Float64Array(COLUMNS * ROWS).fill(Infinity);

  /** Weighs the land of more places. Each is weighed once: the sum does not depend on the order in which they come. */
  add(sites: readonly Site[]): void {
    const { land, region, nearest } = this;
    const reach = 3 * SPREAD; // beyond it a place makes no land, and so it does not matter whose it is
    for (const site of sites)
      around(site.at, reach + MOST_WARP, (square) => {
        const across = WARPED_X[square]! - site.at[0];
        const down = WARPED_Y[square]! - site.at[1];
        const away = across * across + down * down;
        if (away < reach * reach) land[square]! += Math.exp(-away / (SPREAD * SPREAD));
        if (away < nearest[square]!) {
          nearest[square] = away;
          region[square] = site.region;
        }
      });
  }
}

export class Ground {
  private readonly labels = new Int16Array(COLUMNS * ROWS);

  constructor(fields: Fields) {
    for (let square = 0; square < this.labels.length; square++) this.labels[square] = labelAt(square, fields);
    this.dropStrays();
  }

  at(column: number, row: number): Label {
    const isInside = column >= 0 && row >= 0 && column < COLUMNS && row < ROWS;
    return isInside ? this.labels[row * COLUMNS + column]! : EDGE;
  }

  under([x, y]: Point): Label {
    return this.at(...squareUnder(x, y));
  }

  /** Where two regions touch: middles of squares of the first. */
  border(a: Label, b: Label): Point[] {
    const points: Point[] = [];
    this.eachOf(a, (column, row) => {
      if (this.alike(column, row, b) > 0) points.push(middle(column, row));
    });
    return points;
  }

  /** Pairs of regions that touch. */
  touching(regions: number): Pair[] {
    const { labels } = this;
    const found = new Set<number>();
    const meet = (here: Label, other: Label) => {
      if (here !== other && here < regions && other < regions)
        found.add(Math.min(here, other) * regions + Math.max(here, other));
    };
    for (let square = 0; square + COLUMNS < labels.length; square++) {
      const here = labels[square]!;
      meet(here, labels[square + 1]!); // at the end of a row both are out at sea or on the steppe
      meet(here, labels[square + COLUMNS]!);
    }
    return [...found].map((pair) => [Math.floor(pair / regions), pair % regions]);
  }

  /** Lay a lake or mountains along a line; both end in a point. */
  part(line: readonly Point[], width: number, label: Label): void {
    const ends = endsOf(line);
    const widths = line.map((p) =>
      Math.min(width, 7 + 0.5 * Math.min(distance(p, ends[0]), distance(p, ends[1]))),
    );
    line.forEach(([x, y], i) => {
      around([x, y], widths[i]! + MOST_WARP, (square) => {
        const isNear = length(x - WARPED_X[square]!, y - WARPED_Y[square]!) < widths[i]!;
        if (isNear && this.labels[square]! < SEA) this.labels[square] = label;
      });
    });
    this.dropStrays();
  }

  /** Visit every square of a label. */
  eachOf(label: Label, visit: (column: number, row: number) => void): void {
    for (let row = 0, square = 0; row < ROWS; row++)
      for (let column = 0; column < COLUMNS; column++, square++)
        if (this.labels[square] === label) visit(column, row);
  }

  /** How many of the four neighbours have a label. */
  private alike(column: number, row: number, label: Label): number {
    return (
      Number(this.at(column + 1, row) === label) +
      Number(this.at(column - 1, row) === label) +
      Number(this.at(column, row + 1) === label) +
      Number(this.at(column, row - 1) === label)
    );
  }

  /** Squares with fewer than two of their kind beside them go over to a neighbour's; the frame is of every kind. */
  private dropStrays(): void {
    for (let times = 0; times < 3; times++)
      for (let row = 0, square = 0; row < ROWS; row++)
        for (let column = 0; column < COLUMNS; column++, square++) {
          const here = this.labels[square]!;
          if (this.labels[square - 1] === here && this.labels[square + 1] === here) continue; // most are like this
          this.dropStray(column, row, here);
        }
  }

  private dropStray(column: number, row: number, here: Label): void {
    if (this.alike(column, row, here) + this.alike(column, row, EDGE) >= 2) return;
    const near = [
      this.at(column + 1, row),
      this.at(column - 1, row),
      this.at(column, row + 1),
      this.at(column, row - 1),
    ];
    this.labels[row * COLUMNS + column] = mostFrequent(near.filter((label) => label !== EDGE));
  }
}

/** The two points of a line that are farthest apart. */
function endsOf(line: readonly Point[]): [Point, Point] {
  const farthest = (from: Point) =>
    line.reduce((best, p) => (distance(from, p) > distance(from, best) ? p : best));
  const end = farthest(line[0]!);
  return [end, farthest(end)];
}

/** The ground of a table's regions. */
export function groundOf({ regions, alliances }: Pick<GroundPlan, "regions" | "alliances">): Ground {
  const numbers = new Map(regions.map(({ id }, number) => [id, number]));
  const allied = alliances.map(
    (alliance) => alliance.regions.map((id) => numbers.get(id)!) as [number, number],
  );
  const sites = regions.flatMap(({ spaces, dragon }, region) =>
    [...spaces.map(({ at }) => at), dragon].map((at) => ({ at, region })),
  );
  const fields = new Fields();
  fields.add(sites);
  let ground = new Ground(fields);
  for (let times = 0; times < 3; times++) {
    const touching = ground.touching(regions.length);
    const missing = allied.filter((pair) => !touching.some((other) => isSame(pair, other)));
    if (!missing.length) break;
    fields.add(missing.flatMap((pair) => reach(sites, pair)));
    ground = new Ground(fields);
  }
  for (const pair of ground.touching(regions.length)) {
    if (allied.some((other) => isSame(pair, other))) continue;
    partRegions(ground, pair, sites);
  }
  return ground;
}

/** A border without an alliance becomes a lake, or inland a mountain range. */
function partRegions(ground: Ground, [a, b]: Pair, sites: readonly Site[]): void {
  const line = ground.border(a, b);
  const [x, y] = line[Math.floor(line.length / 2)]!;
  const isInland = seaward(x, y) < 440;
  const room = Math.min(...sites.map(({ at }) => Math.min(...line.map((p) => distance(at, p)))));
  ground.part(line, clamp(room - 14, 9, isInland ? 17 : 24), isInland ? MOUNTAINS : LAKE);
}

/** Two allies that do not touch: both reach for the middle between their nearest places. */
function reach(sites: readonly Site[], [a, b]: Pair): Site[] {
  let best: [Point, Point] | null = null;
  for (const one of sites)
    for (const other of sites)
      if (one.region === a && other.region === b)
        if (!best || distance(one.at, other.at) < distance(...best)) best = [one.at, other.at];
  if (!best) return [];
  const between = (t: number): Point => [
    best[0][0] + t * (best[1][0] - best[0][0]),
    best[0][1] + t * (best[1][1] - best[0][1]),
  ];
  return [
    { at: between(0.4), region: a },
    { at: between(0.6), region: b },
  ];
}

function labelAt(square: number, { land, region }: Fields): Label {
  const [x, y] = middle(square % COLUMNS, Math.floor(square / COLUMNS));
  const edge = Math.min(x - FRAME.left, y - FRAME.top, FRAME.right - x, FRAME.bottom - y);
  if (land[square]! - Math.max(0, 1 - edge / 34) > 0.28) return region[square]!;
  return seaward(WARPED_X[square]!, WARPED_Y[square]!) > SHORE ? SEA : STEPPE;
}

/** So far to the south-east begins the sea. */
export const SHORE = 640;

/** How far to the south-east, where the sea is. */
export function seaward(x: number, y: number): number {
  return x + 0.8 * (y - 400);
}

function isSame(a: Pair, b: Pair): boolean {
  return (a[0] === b[0] && a[1] === b[1]) || (a[0] === b[1] && a[1] === b[0]);
}

function mostFrequent(labels: readonly Label[]): Label {
  const count = (label: Label) => labels.filter((other) => other === label).length;
  return labels.reduce((best, label) => (count(label) > count(best) ? label : best));
}
