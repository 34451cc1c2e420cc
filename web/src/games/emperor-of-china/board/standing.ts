/** What stands on the map: buildings and emissaries, what is farther south in front. */

import { COLOURS } from "../../../ui/seats";
import type { Drawn } from "../map/draw";
import type { Point, Region } from "../model/view";

export interface Standing {
  key: string;
  what: string;
  at: Point;
  size: Point;
  /** How far south it stands. */
  south: number;
  /** Whose it is; 0: nobody's. */
  seat: number;
  /** The id of its space, or of its region. */
  place: string;
  kind: "house" | "emissary" | "fortification";
}

export function standingOn(regions: readonly Region[], map: Drawn): Standing[] {
  return regions
    .flatMap((region) => [...buildings(region, map), ...guests(region, map)])
    .sort((a, b) => a.south - b.south);
}

/** A house stands on the fortification of its space. */
function buildings({ spaces }: Region, map: Drawn): Standing[] {
  return spaces.flatMap(({ id, house, fortification }) => {
    const [x, y] = map.places.get(id)!;
    const found: Standing[] = [];
    const base = { place: id, south: y };
    if (fortification)
      found.push({
        ...base,
        key: `${id} fortification`,
        what: "fortification",
        at: [x, y + 5],
        size: [60, 26],
        seat: 0,
        kind: "fortification",
      });
    if (house !== null)
      found.push({
        ...base,
        key: `${id} house`,
        what: `house-${COLOURS[house - 1]}`,
        at: [x, y - (fortification ? 14 : 4)],
        size: [50, 48],
        seat: house,
        kind: "house",
      });
    return found;
  });
}

function guests({ id, emissaries }: Region, map: Drawn): Standing[] {
  const [x, y] = map.places.get(id)!;
  const seats = emissaries.flatMap((count, index) => Array.from({ length: count }, () => index + 1));
  const counts = new Map<number, number>();
  return seats.map((seat, i) => {
    const nth = (counts.get(seat) ?? 0) + 1;
    counts.set(seat, nth);
    const [right, down] = courtPlace(i, seats.length);
    return {
      key: `${id} ${seat} ${nth}`,
      what: `emissary-${COLOURS[seat - 1]}`,
      at: [x + right, y - 6 + down],
      size: [38, 49],
      south: y + down,
      seat,
      place: id,
      kind: "emissary",
    };
  });
}

/** Where the n-th of so many emissaries stands, from the middle of their court: beside each other, closer the more there
 * are; from five on in two rows. */
export function courtPlace(n: number, count: number): Point {
  const behind = count > 4 ? Math.floor(count / 2) : 0;
  const isFront = n >= behind;
  const [place, row] = isFront ? [n - behind, count - behind] : [n, behind];
  const apart = Math.min(27, 84 / Math.max(1, row - 1));
  return [(place - (row - 1) / 2) * apart, behind ? (isFront ? 10 : -10) : 0];
}
