/** How a board is looked at: how large, and which part of it. Lengths are pixels of the stage. */

import { clamp } from "../ui/clamp";

const LARGEST = 6;
const STEP = 1.4; // of a key or a button
const CLOSE = 2.6; // closer than that one would no longer know where one is

export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  width = $state(0);
  height = $state(0);

  /** Make the board larger or smaller, while what lies at a point stays there; without a point: in the middle. */
  by(factor: number, x = this.width / 2, y = this.height / 2): void {
    const scale = clamp(this.scale * factor, 1, LARGEST);
    const grown = scale / this.scale;
    this.scale = scale;
    this.place(x - (x - this.x) * grown, y - (y - this.y) * grown);
  }

  closer(): void {
    this.by(STEP);
  }

  farther(): void {
    this.by(1 / STEP);
  }

  pan(dx: number, dy: number): void {
    this.place(this.x + dx, this.y + dy);
  }

  /** How large the board can become so that a part of it is still seen whole. */
  scaleFor({ width, height }: { width: number; height: number }): number {
    return clamp(Math.min(this.width / width, this.height / height), 1, CLOSE);
  }

  /** Show a part of the board, given as it lies when the board is not zoomed. */
  show(part: { x: number; y: number; width: number; height: number }): void {
    this.scale = this.scaleFor(part);
    this.centre(part);
  }

  /** The same, without making the board larger or smaller. */
  centre(part: { x: number; y: number; width: number; height: number }): void {
    const [x, y] = [part.x + part.width / 2, part.y + part.height / 2];
    this.place(this.width / 2 - x * this.scale, this.height / 2 - y * this.scale);
  }

  reset(): void {
    this.scale = 1;
    this.place(0, 0);
  }

  /** The stage is never empty: the board covers it wherever it is panned to. */
  private place(x: number, y: number): void {
    this.x = clamp(x, this.width * (1 - this.scale), 0);
    this.y = clamp(y, this.height * (1 - this.scale), 0);
  }
}
