import { beforeEach, describe, expect, test, vi } from "vitest";
import { ARROWS, goOn, handleKey, holdBack } from "./keys";

beforeEach(() => {
  document.body.innerHTML = `
    <button id="a">A</button><a id="link" href="#x">x</a><input id="field" /><dialog open><p id="inside"></p></dialog>
    <p id="text" tabindex="-1"></p><div role="log"><p id="line" tabindex="-1"></p></div>
    <div class="board"><i data-spot="1" tabindex="0"></i><i data-spot="2" tabindex="0"></i></div>
    <div class="ask"><div class="hand">
      <button id="card">Card</button><button disabled>No</button><button aria-disabled="true">No</button>
    </div></div>`;
  ["[data-spot='1']", "[data-spot='2']", "#card"].forEach((what, index) => {
    const place = document.querySelector<HTMLElement>(what)!;
    place.getBoundingClientRect = () => new DOMRect(100 * index, 0, 10, 10);
  });
  for (const element of document.querySelectorAll("*")) element.checkVisibility = () => true; // jsdom has none
});

const $ = (what: string) => document.querySelector<HTMLElement>(what)!;

function press(on: string, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  $(on).dispatchEvent(event);
  return event;
}

describe("a key", () => {
  const undo = vi.fn();
  const enter = vi.fn();
  const nothing = vi.fn(() => false);
  const keys = { u: undo, Enter: enter, z: nothing };
  const handled = (on: string, key: string, more: KeyboardEventInit = {}): boolean => {
    vi.clearAllMocks();
    const handle = (event: KeyboardEvent) => handleKey(event, keys);
    addEventListener("keydown", handle, { once: true });
    press(on, key, more);
    return undo.mock.calls.length + enter.mock.calls.length > 0;
  };

  test("does what it stands for, wherever the focus is, in capitals as well", () => {
    expect(["#a", "#text", "body"].map((on) => handled(on, "u"))).toEqual([true, true, true]);
    expect(handled("#text", "U")).toBe(true);
    expect(handled("#text", "x")).toBe(false);
  });

  test("is left to the browser with another key, and where somebody types or answers a dialog", () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(handled("#text", "u", more)).toBe(false);
    expect(["#field", "#inside"].map((on) => handled(on, "u"))).toEqual([false, false]);
  });

  test("Enter belongs to the button or link that has the focus", () => {
    expect(["#a", "#link", "#text"].map((on) => handled(on, "Enter"))).toEqual([false, false, true]);
  });

  test("that did nothing may do what it does in the browser", () => {
    addEventListener("keydown", (event) => handleKey(event, keys), { once: true });
    expect(press("#text", "z").defaultPrevented).toBe(false);
    addEventListener("keydown", (event) => handleKey(event, keys), { once: true });
    expect(press("#text", "u").defaultPrevented).toBe(true);
    expect(nothing).toHaveBeenCalled();
  });

  test("that is held down neither moves nor confirms again, but types and walks", () => {
    const held = (on: string, key: string, repeat = true) => {
      addEventListener("keydown", holdBack, { once: true });
      return press(on, key, { repeat }).defaultPrevented;
    };
    expect(["Enter", " ", "u", "h"].map((key) => held("#a", key))).toEqual([true, true, true, true]);
    expect([held("#a", "Enter", false), held("#a", "ArrowLeft"), held("#field", "u")]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("arrow keys", () => {
  const walked = (key: string) => {
    ARROWS[key]!();
    return document.activeElement;
  };

  test("lead from elsewhere to the first place, and on through the board to the hand", () => {
    expect(walked("ArrowRight")).toBe($("[data-spot='1']"));
    expect(walked("ArrowRight")).toBe($("[data-spot='2']"));
    expect(walked("ArrowRight")).toBe($("#card"));
    expect(walked("ArrowLeft")).toBe($("[data-spot='2']"));
  });

  test("leave the page to the browser where no place lies ahead", () => {
    $("#card").focus();
    expect(ARROWS["ArrowRight"]!()).toBe(false);
    expect(document.activeElement).toBe($("#card"));
  });

  test("leave out what is not in sight", () => {
    $("[data-spot='1']").checkVisibility = () => false;
    expect(walked("ArrowDown")).toBe($("[data-spot='2']"));
  });

  test("scroll the log", () => {
    $("#line").focus();
    expect(ARROWS["ArrowDown"]!()).toBe(false);
    expect(document.activeElement).toBe($("#line"));
  });
});

describe("the focus", () => {
  test("goes to the first place of a new question where what had it is gone", () => {
    goOn();
    expect(document.activeElement).toBe($("[data-spot='1']"));
  });

  test("stays where it is otherwise", () => {
    $("#a").focus();
    goOn();
    expect(document.activeElement).toBe($("#a"));
  });
});
