/** What lies around the land, to the edge of any window: sea to the south-east, steppe to the north-west, waves and hills. */

import type { Point } from "../model/view";
import { distance, hashNoise } from "./geometry";
import { middle, warped } from "./grid";
import { LAKE, MOUNTAINS, SEA, seaward, SHORE, STEPPE, type Ground, type Label } from "./ground";
import type { Extent } from "./shape";

/** A ground, and how it is stretched. */
export interface Sheet {
  ground: Ground;
  across: number;
  down: number;
}

export interface Ornament {
  what: "hill" | "wave" | "peak";
  at: Point;
  width: number;
}

const FAR = 1900; // from the middle: no window shows so much
const PACE = 30;

/** The sea, as a closed path; the land lies on it. */
export function shoreline(across: number, down: number): string {
  let path = "";
  for (let y = 400 - FAR; y <= 400 + FAR; y += PACE) {
    const x = SHORE - 0.8 * (y - 400);
    const [wx, wy] = warped(x, y);
    const bend = wx - x + 0.8 * (wy - y);
    path += `${path ? "L" : "M"}${Math.round((x - bend) * across)} ${Math.round(y * down)}`;
  }
  const [right, top, bottom] = [3 * FAR * across, (400 - FAR) * down, (400 + FAR) * down].map(Math.round);
  return `${path}L${right} ${bottom}L${right} ${top}Z`;
}

const SPACING = 86;
const CLEAR: Partial<Record<Label, number>> = { [MOUNTAINS]: 4, [LAKE]: 14 };
const APART: Partial<Record<Label, number>> = { [MOUNTAINS]: 31, [LAKE]: 30 };

/** Waves and peaks in lakes and mountains, hills and waves around the land: scattered, but the same on every screen. */
export function scenery(sheet: Sheet, frame: Extent): Ornament[] {
  return [...within(sheet), ...beyond(sheet, frame)];
}

function within(sheet: Sheet): Ornament[] {
  const found: Ornament[] = [];
  for (const label of [LAKE, MOUNTAINS])
    sheet.ground.eachOf(label, (column, row) => {
      const [x, y] = middle(column, row);
      const at: Point = [x * sheet.across, y * sheet.down];
      if (!isAlone(sheet, at, label, CLEAR[label]!)) return;
      if (found.some((other) => distance(other.at, at) < APART[label]!)) return;
      found.push(label === LAKE ? { what: "wave", at, width: 34 } : { what: "peak", at, width: 44 });
    });
  return found;
}

function beyond(sheet: Sheet, { left, top, right, bottom }: Extent): Ornament[] {
  const found: Ornament[] = [];
  const [columns, rows] = [(right - left) / SPACING, (bottom - top) / SPACING].map((n) => Math.ceil(0.6 * n));
  for (let row = -rows!; row < 3 * rows!; row++)
    for (let column = -columns!; column < 3 * columns!; column++) {
      if (hashNoise(column, row, 9) < -0.2) continue;
      const at: Point = [
        left + SPACING * (column + 0.3 * hashNoise(column, row, 11)),
        top + SPACING * (row + 0.3 * hashNoise(column, row, 12)),
      ];
      const label = labelAt(sheet, at);
      if ((label !== SEA && label !== STEPPE) || !isAlone(sheet, at, label, 32)) continue;
      const width = 38 + 6 * hashNoise(column, row, 10);
      found.push({ what: label === SEA ? "wave" : "hill", at, width });
    }
  return found;
}

function labelAt({ ground, across, down }: Sheet, [x, y]: Point): Label {
  const flat: Point = [x / across, y / down];
  const label = ground.under(flat);
  if (label >= 0) return label;
  return seaward(...warped(...flat)) > SHORE ? SEA : STEPPE;
}

/** Whether it is the same all around. */
function isAlone(sheet: Sheet, [x, y]: Point, label: Label, clear: number): boolean {
  return [-1, -0.5, 0.5, 1].every(
    (t) => labelAt(sheet, [x + t * clear, y]) === label && labelAt(sheet, [x, y + t * clear]) === label,
  );
}
