import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settled } from "../test-support/server";
import { closeUp } from "./closeup";
import { Zoom } from "./zoom.svelte";

let board: HTMLElement;
let zoom: Zoom;
let stop: (() => void) | undefined;

function onScreen(isPhone: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches: isPhone }));
}

/** Spots of a size, at these places of a board of 400 by 300 that is not zoomed. */
function putSpots(size: number, ...places: [number, number][]): void {
  board.replaceChildren(
    ...places.map(([x, y]) => {
      const spot = document.createElement("i");
      spot.dataset["spot"] = `${x} ${y}`;
      const { scale } = zoom;
      spot.getBoundingClientRect = () =>
        new DOMRect(zoom.x + x * scale, zoom.y + y * scale, size * scale, size * scale);
      return spot;
    }),
  );
}

beforeEach(() => {
  zoom = new Zoom();
  [zoom.width, zoom.height] = [400, 300];
  board = document.createElement("div");
  Object.defineProperty(board, "offsetWidth", { value: 400 });
  board.getBoundingClientRect = () => new DOMRect(zoom.x, zoom.y, 400 * zoom.scale, 300 * zoom.scale);
  onScreen(true);
});

afterEach(() => stop?.());

const follow = () => (stop = closeUp(zoom)(board));

/** The part in play, at a place of the same board. */
function markPlay(name: string, x: number, y: number): void {
  const part = document.createElement("i");
  part.dataset["play"] = name;
  const { scale } = zoom;
  part.getBoundingClientRect = () =>
    new DOMRect(zoom.x + x * scale, zoom.y + y * scale, 200 * scale, 150 * scale);
  board.replaceChildren(part);
}

describe("a board that marks the part in play", () => {
  test("opens on it, and goes where it goes", async () => {
    markPlay("a", 0, 0);
    follow();
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([2, 0, 0]);
    markPlay("b", 200, 150);
    await settled();
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([2, -400, -300]);
  });

  test("stays where it was dragged until another part is in play, and as large as it was made", async () => {
    markPlay("a", 0, 0);
    follow();
    zoom.pan(-50, -50);
    markPlay("a", 0, 0);
    await settled();
    expect([zoom.x, zoom.y]).toEqual([-50, -50]);
    zoom.by(1.5);
    markPlay("b", 200, 150);
    await settled();
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([3, -700, -525]);
  });
});

describe("on a phone a board", () => {
  test("comes closer to spots that lie together and are too small for a finger", () => {
    putSpots(20, [100, 100], [180, 130]);
    follow();
    // 100 wide and 50 high, with 36 around it
    expect(zoom.scale).toBeCloseTo(400 / 172);
  });

  test("stays whole where a finger can meet every spot, or where they lie far apart", () => {
    putSpots(44, [100, 100]);
    follow();
    expect(zoom.scale).toBe(1);
    stop?.();
    putSpots(20, [10, 10], [370, 270]);
    follow();
    expect(zoom.scale).toBe(1);
  });

  test("follows the spots, and is whole again where there is nothing to choose", async () => {
    follow();
    expect(zoom.scale).toBe(1);
    putSpots(20, [100, 100]);
    await settled();
    expect(zoom.scale).toBe(2.6);
    putSpots(20);
    await settled();
    expect(zoom.scale).toBe(1);
  });

  test("that was zoomed by hand stays so while there is something to choose", async () => {
    putSpots(20, [100, 100]);
    follow();
    zoom.by(2);
    putSpots(20, [300, 200]);
    await settled();
    expect(zoom.scale).toBe(5.2);
    putSpots(20);
    await settled();
    expect(zoom.scale).toBe(1);
  });
});

test("on a large screen a board comes no closer by itself", () => {
  onScreen(false);
  putSpots(20, [100, 100]);
  follow();
  expect(zoom.scale).toBe(1);
});
