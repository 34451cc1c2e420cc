/** Lines between grounds of different kinds: neighbours share one and the same line. */

import type { Point } from "../model/view";
import { COLUMNS, corner, ROWS } from "./grid";
import { EDGE, type Ground, type Label, type Pair } from "./ground";

export interface Arc {
  points: Point[];
  between: Pair;
}

/** All lines of a ground, from junction to junction. */
export function arcsOf(ground: Ground): Arc[] {
  const links = linksOf(ground);
  const used = new Set<string>();
  const arcs: Arc[] = [];
  const key = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);

  function walk(from: number, to: number, between: Pair): void {
    const path = [from, to];
    used.add(key(from, to));
    let here = to;
    while (links.get(here)!.length === 2 && here !== from) {
      const next = links.get(here)!.find(({ to }) => to !== path.at(-2))!.to;
      used.add(key(here, next));
      path.push(next);
      here = next;
    }
    arcs.push({ points: smooth(path.map(cornerOf)), between });
  }

  const vertices = [...links.keys()].sort((a, b) => a - b);
  const junctions = vertices.filter((vertex) => links.get(vertex)!.length !== 2);
  for (const vertex of [...junctions, ...vertices])
    for (const { to, between } of links.get(vertex)!)
      if (!used.has(key(vertex, to))) walk(vertex, to, between);
  return arcs;
}

interface Link {
  to: number;
  between: Pair;
}

const vertexOf = (column: number, row: number) => row * (COLUMNS + 1) + column;
const cornerOf = (vertex: number) => corner(vertex % (COLUMNS + 1), Math.floor(vertex / (COLUMNS + 1)));

function linksOf(ground: Ground): Map<number, Link[]> {
  const links = new Map<number, Link[]>();
  const join = (from: number, to: number, between: Pair) => {
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const)
      links.set(a, [...(links.get(a) ?? []), { to: b, between }]);
  };
  for (let row = 0; row <= ROWS; row++)
    for (let column = 0; column <= COLUMNS; column++) {
      const here = ground.at(column, row);
      const above = ground.at(column, row - 1);
      const left = ground.at(column - 1, row);
      const vertex = vertexOf(column, row);
      if (here !== above && column < COLUMNS) join(vertex, vertexOf(column + 1, row), [here, above]);
      if (here !== left && row < ROWS) join(vertex, vertexOf(column, row + 1), [here, left]);
    }
  return links;
}

const SMOOTHINGS = 5;
const EVERY = 2;

function smooth(points: Point[]): Point[] {
  const last = points.length - 1;
  const isClosed = points[0]![0] === points[last]![0] && points[0]![1] === points[last]![1];
  let now = points;
  for (let times = 0; times < SMOOTHINGS; times++)
    now = now.map((p, i) => {
      if ((i === 0 || i === last) && !isClosed) return p;
      const isEnd = i === 0 || i === last;
      const a = isEnd ? now[last - 1]! : now[i - 1]!;
      const b = isEnd ? now[1]! : now[i + 1]!;
      return [(a[0] + 2 * p[0] + b[0]) / 4, (a[1] + 2 * p[1] + b[1]) / 4];
    });
  const kept = now.filter((_, i) => i > 0 && i < last && i % EVERY === 0 && i + EVERY <= last + 1);
  const inner = now.length > 2 * EVERY ? kept : [now[Math.floor(now.length / 2)]!];
  return [now[0]!, ...inner, now[last]!];
}

/** Quadratic curves through the middles: the same line in both directions. */
function curve(points: readonly Point[], starts = true): string {
  const spot = ([x, y]: Point) => `${Math.round(x)} ${Math.round(y)}`;
  let path = starts ? `M${spot(points[0]!)}` : "";
  for (let i = 1; i < points.length - 1; i++) {
    const [here, next] = [points[i]!, points[i + 1]!];
    const end: Point = i === points.length - 2 ? next : [(here[0] + next[0]) / 2, (here[1] + next[1]) / 2];
    path += `Q${spot(here)} ${spot(end)}`;
  }
  return path;
}

/** The lines round a label, joined into closed paths. */
export function outline(label: Label, arcs: readonly Arc[]): string {
  const rest = arcs.filter(({ between }) => between.includes(label)).map(({ points }) => points);
  let path = "";
  for (let ring = rest.shift(); ring; ring = rest.shift()) {
    path += curve(ring);
    const start = ring[0]!;
    let end = ring.at(-1)!;
    while (!isAt(start, end)) {
      const next = rest.findIndex((points) => isAt(points[0]!, end) || isAt(points.at(-1)!, end));
      if (next < 0) break;
      const [points] = rest.splice(next, 1) as [Point[]];
      const onwards = isAt(points[0]!, end) ? points : points.toReversed();
      path += curve(onwards, false);
      end = onwards.at(-1)!;
    }
    path += "Z";
  }
  return path;
}

/** All lines that part grounds of the wanted kinds; what lies beyond the frame parts nothing. */
export function lines(arcs: readonly Arc[], wanted: (between: Pair) => boolean): string {
  return arcs
    .filter(({ between }) => !between.includes(EDGE) && wanted(between))
    .map(({ points }) => curve(points))
    .join("");
}

function isAt(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
