/** Fingers and the mouse on a stage: dragging pans, two fingers and the wheel zoom. A drag is no click. */

import type { Zoom } from "./zoom.svelte";

const STILL = 6; // pixels that a click may wander

type Point = readonly [number, number];

/** In a text, a wheel and one finger scroll the page; two fingers zoom, and what is zoomed is dragged. */
export function zoomed(zoom: Zoom, isInText = false) {
  /** The board fills `.free` of the stage, which may be covered around it: points are meant from its corner. */
  return (stage: HTMLElement) => {
    const free = stage.querySelector(".free")!;
    const down = new Map<number, Point>();
    let start: Point = [0, 0];
    let isDrag = false;

    const at = (event: MouseEvent): Point => {
      const box = free.getBoundingClientRect();
      return [event.clientX - box.x, event.clientY - box.y];
    };

    function press(event: PointerEvent): void {
      if (event.button !== 0) return;
      if (event.isPrimary) {
        down.clear(); // a finger that was lifted where nobody noticed
        [start, isDrag] = [at(event), false];
      }
      down.set(event.pointerId, at(event));
    }

    function move(event: PointerEvent): void {
      const before = down.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      if (!isDrag && down.size === 1 && distance(start, now) < STILL) return;
      if (!isDrag) stage.setPointerCapture(event.pointerId); // not earlier: a captured click would reach no spot
      isDrag = true;
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other) pinch(before, now, other);
      else zoom.pan(now[0] - before[0], now[1] - before[1]);
      down.set(event.pointerId, now);
    }

    function pinch(before: Point, now: Point, other: Point): void {
      zoom.by(distance(now, other) / Math.max(distance(before, other), 1), ...middle(now, other));
      zoom.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    }

    const release = (event: PointerEvent) => void down.delete(event.pointerId);

    function click(event: MouseEvent): void {
      if (!isDrag) return;
      event.stopPropagation();
      event.preventDefault();
      isDrag = false;
    }

    function wheel(event: WheelEvent): void {
      if (isInText && !event.ctrlKey) return; // with the key, it is a pinch on a trackpad
      event.preventDefault();
      zoom.by(Math.exp(-event.deltaY / 400), ...at(event));
    }

    /** The browser scrolls to what has the focus; here the board is moved instead. */
    function follow(event: FocusEvent): void {
      stage.scrollTo(0, 0);
      if (zoom.scale === 1 || !(event.target instanceof Element)) return;
      const [outer, inner] = [free.getBoundingClientRect(), event.target.getBoundingClientRect()];
      zoom.pan(
        inset(outer.left, outer.right, inner.left, inner.right),
        inset(outer.top, outer.bottom, inner.top, inner.bottom),
      );
    }

    stage.addEventListener("pointerdown", press);
    stage.addEventListener("pointermove", move);
    stage.addEventListener("pointerup", release);
    stage.addEventListener("pointercancel", release);
    stage.addEventListener("pointerleave", release);
    stage.addEventListener("click", click, { capture: true });
    stage.addEventListener("wheel", wheel, { passive: false });
    stage.addEventListener("focusin", follow);
  };
}

/** How far something must go to lie within bounds. */
function inset(least: number, most: number, from: number, to: number): number {
  return from < least ? least - from : to > most ? most - to : 0;
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
