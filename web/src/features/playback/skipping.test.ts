import { beforeEach, expect, test, vi } from "vitest";
import type { Playback } from "../../state/playback.svelte";
import { skipByKey, skipByPointer } from "./skipping";

const skip = vi.fn();
const playback = { isPlaying: true, skip } as unknown as Playback;

beforeEach(() => {
  skip.mockClear();
  document.body.innerHTML = `
    <main><svg><g id="cell" /></svg></main>
    <section id="choices"><button id="card"></button><div class="caption"><button id="again"></button></div></section>
    <section class="rail"><button id="chip"></button></section>
    <aside><input id="talk" /></aside>
    <dialog><button id="close"></button></dialog>`;
});

function press(key: string, at = "cell", more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, cancelable: true, ...more });
  Object.defineProperty(event, "target", { value: document.getElementById(at) });
  skipByKey(event, playback);
  return event;
}

function touch(at: string): void {
  const event = new Event("pointerdown") as PointerEvent;
  Object.defineProperty(event, "target", { value: document.getElementById(at) });
  skipByPointer(event, playback);
}

test.each(["ArrowLeft", "Enter", "u", "/"])("%s skips, and acts then", (key) => {
  const event = press(key);
  expect(skip).toHaveBeenCalledOnce();
  expect(event.defaultPrevented).toBe(false);
});

test("Escape skips, wherever one is, and does nothing else", () => {
  for (const at of ["cell", "again", "talk"]) expect(press("Escape", at).defaultPrevented).toBe(true);
  expect(skip).toHaveBeenCalledTimes(3);
});

test.each([
  ["a key that leads elsewhere", "Tab", "cell", {}],
  ["a key that does nothing by itself", "Shift", "cell", {}],
  ["a key of the browser", "r", "cell", { ctrlKey: true }],
  ["what somebody types", "a", "talk", {}],
  ["what is pressed of the playback", "Enter", "again", {}],
  ["a dialog", "Escape", "close", {}],
] as const)("%s skips nothing", (_, key, at, more) => {
  expect(press(key, at, more).defaultPrevented).toBe(false);
  expect(skip).not.toHaveBeenCalled();
});

test("a tap on the board or the hand skips, beside them it does not", () => {
  for (const at of ["cell", "card"]) touch(at);
  expect(skip).toHaveBeenCalledTimes(2);
  for (const at of ["again", "chip", "talk", "close"]) touch(at);
  expect(skip).toHaveBeenCalledTimes(2);
});

test("nothing is skipped where nothing is played", () => {
  skipByKey(new KeyboardEvent("keydown", { key: "u" }), { isPlaying: false, skip } as unknown as Playback);
  expect(skip).not.toHaveBeenCalled();
});
