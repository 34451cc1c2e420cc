/** What a stage shows of the board, and how large. */

import { prefersReducedMotion, Tween } from "svelte/motion";
import { cubicOut } from "svelte/easing";
import type { Zoom } from "../../../board/zoom.svelte";
import { CELL, frame, shownOn, type Box } from "../model/geometry";
import { partInPlay, type Interest } from "../model/play";
import type { Cell } from "../model/view";

const GROW = 240; // as long as a tile settles
const READABLE = 11.5; // pixels of the numbers of badges, which are 21 units
const SIZES = [1, 1.2, 1.45, 1.75]; // of badges; where they would be larger, they would hide the city
const IN_PLAY = 60; // pixels of a tile, where the whole city is too small

export class Camera {
  /** In pixels, before the board is magnified. */
  width = $state(0);
  height = $state(0);
  private readonly whole: Box = $derived.by(() => frame(this.cells()));
  private readonly tween: Tween<Box>;

  /** To be made while a component is set up. */
  constructor(
    private readonly cells: () => readonly Cell[],
    private readonly zoom: () => Zoom | undefined,
  ) {
    this.tween = Tween.of(() => shownOn(this.whole, this.width, this.height), {
      duration: () => (prefersReducedMotion.current ? 0 : GROW),
      easing: cubicOut,
    });
  }

  /** The part of the board that the stage shows when it is not magnified. */
  get box(): Box {
    return this.tween.current;
  }

  /** How many pixels a unit takes then, and how many times it is magnified. */
  scale: number = $derived.by(() => this.width / this.box.width || 1);
  magnified: number = $derived.by(() => this.zoom()?.scale ?? 1);

  /** The part that is seen now. */
  seen: Box = $derived.by(() => {
    const zoom = this.zoom();
    if (!zoom || !this.width) return this.box;
    const unit = this.scale * this.magnified;
    const [x, y] = [this.box.x - zoom.x / unit, this.box.y - zoom.y / unit];
    return { x, y, width: this.width / unit, height: this.height / unit };
  });

  /** How many times as large as usual numbers are, to be read; null: they would hide the city. */
  numbers: number | null = $derived.by(
    () => SIZES.find((size) => size * 21 * this.scale * this.magnified >= READABLE) ?? null,
  );

  /** The part that a phone opens on. */
  partInPlay(interests: readonly Interest[]): Box | null {
    if (!this.width) return null;
    const [width, height] = [(CELL * this.width) / IN_PLAY, (CELL * this.height) / IN_PLAY];
    return partInPlay(interests, this.whole, width, height);
  }
}
