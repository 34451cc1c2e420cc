import { beforeEach, describe, expect, test } from "vitest";
import { Zoom } from "./zoom.svelte";

let zoom: Zoom;

beforeEach(() => {
  zoom = new Zoom();
  [zoom.width, zoom.height] = [400, 300];
});

/** The point of the board, unzoomed, that lies at a point of the stage. */
const under = (x: number, y: number) => [(x - zoom.x) / zoom.scale, (y - zoom.y) / zoom.scale];

describe("a board", () => {
  test("that is not zoomed cannot be panned", () => {
    zoom.pan(50, -50);
    expect([zoom.x, zoom.y]).toEqual([0, 0]);
  });

  test.each([
    ["to the right and down", 9999, 9999, 0, 0],
    ["to the left and up", -9999, -9999, -400, -300],
    ["a little", -30, -40, -230, -190],
  ])("that is twice as large covers the stage when it is panned %s", (_, dx, dy, x, y) => {
    zoom.by(2);
    expect([zoom.x, zoom.y]).toEqual([-200, -150]);
    zoom.pan(dx, dy);
    expect([zoom.x, zoom.y]).toEqual([x, y]);
  });

  test("grows around the point that a finger or the mouse is at", () => {
    zoom.by(2, 100, 60);
    const before = under(300, 200);
    zoom.by(1.5, 300, 200);
    expect(zoom.scale).toBe(3);
    expect(under(300, 200)[0]).toBeCloseTo(before[0]!);
    expect(under(300, 200)[1]).toBeCloseTo(before[1]!);
  });

  test("becomes neither smaller than the stage nor larger than six times", () => {
    zoom.by(0.1);
    expect(zoom.scale).toBe(1);
    zoom.by(100);
    expect(zoom.scale).toBe(6);
    zoom.by(2, 10, 10);
    expect(under(200, 150)).toEqual([200, 150]); // what cannot grow does not move, either
  });

  test("covers the stage again as it becomes smaller", () => {
    zoom.by(4);
    zoom.pan(9999, 9999);
    zoom.by(0.25, 400, 300);
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([1, 0, 0]);
  });

  test("comes closer and goes farther by equal steps", () => {
    zoom.closer();
    expect(zoom.scale).toBeCloseTo(1.4);
    zoom.farther();
    expect(zoom.scale).toBeCloseTo(1);
  });

  test("is whole again once it is reset", () => {
    zoom.by(3, 400, 300);
    zoom.reset();
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([1, 0, 0]);
  });
});

describe("a part of a board", () => {
  test("is shown whole and in the middle", () => {
    zoom.show({ x: 100, y: 100, width: 200, height: 100 });
    expect(zoom.scale).toBe(2);
    expect(under(200, 150)).toEqual([200, 150]);
  });

  test("at the edge is shown without anything beyond the board", () => {
    zoom.show({ x: 0, y: 0, width: 200, height: 150 });
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([2, 0, 0]);
    zoom.show({ x: 350, y: 250, width: 200, height: 150 });
    expect([zoom.x, zoom.y]).toEqual([-400, -300]);
  });

  test("is shown no larger than that one knows where it lies", () => {
    expect(zoom.scaleFor({ width: 1, height: 1 })).toBe(2.6);
    expect(zoom.scaleFor({ width: 250, height: 300 })).toBe(1);
    expect(zoom.scaleFor({ width: 4000, height: 10 })).toBe(1);
  });
});
