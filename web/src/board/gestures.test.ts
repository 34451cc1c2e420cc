import { beforeEach, describe, expect, test, vi } from "vitest";
import { zoomed } from "./gestures";
import { Zoom } from "./zoom.svelte";

let stage: HTMLElement;
let zoom: Zoom;
let clicks: number;
const capture = vi.fn();
const scroll = vi.fn();

function setUp(isInText = false): void {
  document.body.innerHTML = `<div id="stage"><div class="free"><button></button></div></div>`;
  stage = document.querySelector<HTMLElement>("#stage")!;
  stage.getBoundingClientRect = () => new DOMRect(0, 0, 600, 400); // the board does not fill it
  stage.querySelector(".free")!.getBoundingClientRect = () => new DOMRect(100, 50, 400, 300);
  vi.clearAllMocks();
  stage.setPointerCapture = capture; // jsdom has none
  stage.scrollTo = scroll;
  zoom = new Zoom();
  [zoom.width, zoom.height] = [400, 300];
  clicks = 0;
  stage.querySelector("button")!.addEventListener("click", () => (clicks += 1));
  zoomed(zoom, isInText)(stage);
}

beforeEach(() => setUp());

/** A pointer on the button, at a point of the board. */
function point(kind: string, x: number, y: number, more: PointerEventInit = {}): void {
  const at = { clientX: 100 + x, clientY: 50 + y, bubbles: true, isPrimary: true, pointerId: 1, ...more };
  stage.querySelector("button")!.dispatchEvent(new PointerEvent(kind, at));
}

const click = () =>
  stage.querySelector("button")!.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
const place = () => [zoom.scale, zoom.x, zoom.y];

describe("dragging", () => {
  beforeEach(() => zoom.by(2));

  test("pans what is zoomed, and is no click", () => {
    point("pointerdown", 200, 150);
    point("pointermove", 230, 140);
    point("pointermove", 240, 150);
    point("pointerup", 240, 150);
    click();
    expect(place()).toEqual([2, -160, -150]);
    expect(clicks).toBe(0);
    click();
    expect(clicks).toBe(1);
  });

  test("by less than six pixels is a click", () => {
    point("pointerdown", 200, 150);
    point("pointermove", 203, 154);
    point("pointerup", 203, 154);
    click();
    expect(place()).toEqual([2, -200, -150]);
    expect(clicks).toBe(1);
    expect(capture).not.toHaveBeenCalled();
  });

  test("needs the main button, held down", () => {
    point("pointermove", 200, 150);
    point("pointermove", 260, 150);
    point("pointerdown", 200, 150, { button: 2 });
    point("pointermove", 260, 150);
    point("pointerdown", 200, 150);
    point("pointerup", 200, 150);
    point("pointermove", 260, 150);
    expect(place()).toEqual([2, -200, -150]);
  });
});

describe("two fingers", () => {
  const [FIRST, SECOND] = [{ pointerId: 1 }, { pointerId: 2, isPrimary: false }];

  test("zoom by how far they go apart, around what lies between them", () => {
    point("pointerdown", 150, 150, FIRST);
    point("pointerdown", 250, 150, SECOND);
    point("pointermove", 350, 150, SECOND);
    expect(zoom.scale).toBe(2);
    expect(zoom.x).toBeCloseTo(-200); // 200 between them lies at 250 - (250 - 0) * 2 + half of the way
    expect(zoom.y).toBe(-150);
  });

  test("zoom from where they are, without the six pixels of a click", () => {
    point("pointerdown", 150, 150, FIRST);
    point("pointerdown", 250, 150, SECOND);
    point("pointermove", 252, 150, SECOND);
    expect(zoom.scale).toBeCloseTo(1.02);
  });

  test("leave nothing behind where one was lifted unnoticed", () => {
    zoom.by(2);
    point("pointerdown", 150, 150, FIRST);
    point("pointerdown", 250, 150, SECOND);
    point("pointerdown", 200, 150, FIRST); // the second was lifted elsewhere
    point("pointermove", 230, 150, FIRST);
    expect(place()).toEqual([2, -170, -150]);
  });
});

describe("the wheel", () => {
  const turn = (more: WheelEventInit = {}) => {
    const event = new WheelEvent("wheel", { deltaY: -400, cancelable: true, bubbles: true, ...more });
    stage.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test("zooms at a table", () => {
    expect(turn({ clientX: 100, clientY: 50 })).toBe(true);
    expect(place()).toEqual([Math.E, 0, 0]);
  });

  test("scrolls a text, where a pinch on a trackpad zooms", () => {
    setUp(true);
    expect(turn()).toBe(false);
    expect(zoom.scale).toBe(1);
    expect(turn({ ctrlKey: true })).toBe(true);
    expect(zoom.scale).toBe(Math.E);
  });
});

describe("what has the focus", () => {
  const focus = (x: number, y: number) => {
    const button = stage.querySelector("button")!;
    button.getBoundingClientRect = () => new DOMRect(100 + x, 50 + y, 20, 20);
    button.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  };

  test("comes into sight on a board that is zoomed", () => {
    zoom.by(2);
    focus(390, -15);
    expect(place()).toEqual([2, -210, -135]);
    focus(200, 100);
    expect(place()).toEqual([2, -210, -135]);
    expect(scroll).toHaveBeenCalledWith(0, 0);
  });
});
