/** How a map is stretched for the place that it is given: its land fills any window, while pieces, names and signs keep
 * their shape. */

import { clamp } from "../../../ui/clamp";

export interface Shape {
  /** What coordinates of the edition are multiplied by. */
  across: number;
  down: number;
  /** How large type is, in units of the map: never too small to be read. */
  type: number;
  /** The same of figures on marks. */
  figures: number;
}

/** From the least to the greatest x and y of the land, in coordinates of the edition. */
export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Around the land: for its coast, and for what stands at it. */
export const MARGIN = 10;

const USUAL = 1115; // units that the land is wide and high, where pieces have their usual size
const SMALLEST = 0.6; // pixels a unit, below which a house is hard to tell
const CROWDED = 740; // units that the land needs at least, so that pieces do not hide each other
const [NARROWEST, WIDEST] = [0.5, 1.75]; // across to down: beyond it the land is no longer known
const STEPS = 100; // of a stretch: a window that grows by a pixel does not draw another map
const TYPE = 19;
const FIGURES = 16;
const LEAST_TYPE = 11; // pixels

/** How many pixels a unit has on a stage of this size. */
export function scaleOf(width: number, height: number): number {
  const size = Math.sqrt(width * height);
  return Math.max(size / USUAL, Math.min(SMALLEST, size / CROWDED));
}

/** Whether there is room for who holds an alliance, but not for how much it scores. */
export const isTight = ({ figures }: Pick<Shape, "figures">): boolean => figures > FIGURES + 1;

/** Whether there is no room for the number of an alliance that nobody holds. */
export const isCrowded = ({ figures }: Pick<Shape, "figures">): boolean => figures > FIGURES + 4;

/** How the land of an extent fills a stage. */
export function shapeFor(width: number, height: number, land: Extent): Shape {
  const scale = scaleOf(width, height);
  let across = (width / scale - 2 * MARGIN) / (land.right - land.left);
  let down = (height / scale - 2 * MARGIN) / (land.bottom - land.top);
  const ratio = clamp(across / down, NARROWEST, WIDEST);
  across = Math.min(across, ratio * down);
  down = Math.min(down, across / ratio);
  const step = (stretch: number) => Math.max(1, Math.floor(stretch * STEPS)) / STEPS;
  const least = Math.ceil(LEAST_TYPE / scale);
  return {
    across: step(across),
    down: step(down),
    type: Math.max(TYPE, least),
    figures: Math.max(FIGURES, least),
  };
}
