import { beforeEach, describe, expect, test } from "vitest";
import { spot, walk, walkFrom, type Chooser } from "./spots";

/** jsdom lays nothing out: elements lie where a test says. */
function put(name: string, x: number, y: number): HTMLElement {
  const element = document.createElement("button");
  element.dataset["spot"] = name;
  element.getBoundingClientRect = () => new DOMRect(x - 5, y - 5, 10, 10);
  document.body.append(element);
  return element;
}

beforeEach(() => document.body.replaceChildren());

describe("arrow keys", () => {
  /** Places by their names, as a small map of hundreds of pixels; where each key leads from `h`. */
  function waysFrom(...map: string[]): Record<string, string | undefined> {
    const spots = map.flatMap((row, y) =>
      [...row].flatMap((name, x) => (name === "." ? [] : [put(name, 100 * x, 100 * y)])),
    );
    const here = spots.find((spot) => spot.dataset["spot"] === "h")!;
    const to = (key: string) => walkFrom(here, spots, key)?.dataset["spot"];
    return { left: to("ArrowLeft"), right: to("ArrowRight"), up: to("ArrowUp"), down: to("ArrowDown") };
  }

  test("lead to the neighbour in their direction", () => {
    expect(waysFrom(".u.", "lhr", ".d.")).toEqual({ left: "l", right: "r", up: "u", down: "d" });
  });

  test("lead nowhere where nothing lies ahead", () => {
    expect(waysFrom("hr")).toEqual({ left: undefined, right: "r", up: undefined, down: undefined });
  });

  test("rather go straight on than aslant, as far as twice the way aside", () => {
    // a is one ahead and one aside, which counts as three: farther than b straight ahead by two
    expect(waysFrom("h.b", ".a.").right).toBe("b");
    expect(waysFrom("h...b", ".a...").right).toBe("a");
    expect(waysFrom("h.", ".a", "b.").down).toBe("b");
    expect(waysFrom("h.", ".a", "..", "..", "b.").down).toBe("a");
  });

  test("leave out what lies level, by less than a pixel", () => {
    const here = put("h", 0, 0);
    const level = put("level", 0.5, 300);
    expect(walkFrom(here, [here, level], "ArrowRight")).toBeNull();
    expect(walkFrom(here, [here, level], "ArrowDown")).toBe(level);
  });

  test("are the only keys that lead anywhere", () => {
    const [here, there] = [put("h", 0, 0), put("t", 100, 0)];
    expect(walkFrom(here, [here, there], "Tab")).toBeNull();
  });

  test("on an element around spots, they move the focus, from elsewhere to the first", () => {
    const [first, second] = [put("1", 0, 0), put("2", 100, 0)];
    document.body.addEventListener("keydown", walk, { once: true });
    const press = (key: string) => {
      document.body.addEventListener("keydown", walk, { once: true });
      const event = new KeyboardEvent("keydown", { key, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(press("ArrowRight")).toBe(true);
    expect(document.activeElement).toBe(first);
    expect(press("ArrowRight")).toBe(true);
    expect(document.activeElement).toBe(second);
    expect(press("ArrowRight")).toBe(false);
    expect(press("x")).toBe(false);
    expect(document.activeElement).toBe(second);
  });
});

describe("a spot", () => {
  let done: string[];
  let chooser: Chooser;
  let spotted: ReturnType<typeof spot>;

  beforeEach(() => {
    done = [];
    chooser = {
      previewing: null,
      preview: (move) => {
        chooser.previewing = move;
        done.push(`preview ${move}`);
      },
      make: (move) => void done.push(`make ${move}`),
    };
    spotted = spot(chooser, "a", "Move a");
  });

  const pointer = (kind: string, pointerType: string) => new PointerEvent(kind, { pointerType });

  test("is a button with the name of its move", () => {
    expect(spotted).toMatchObject({ role: "button", tabindex: 0, "data-spot": "a", "aria-label": "Move a" });
  });

  test("is looked at by a mouse that hovers, and chosen by its click", () => {
    spotted.onpointerenter(pointer("pointerenter", "mouse"));
    spotted.onpointerleave(pointer("pointerleave", "mouse"));
    spotted.onclick(pointer("click", "mouse"));
    expect(done).toEqual(["preview a", "preview null", "make a"]);
  });

  test("is looked at by the first tap of a finger, and chosen by the second", () => {
    const tap = () => {
      spotted.onpointerenter(pointer("pointerenter", "touch"));
      spotted.onpointerdown();
      spotted.onpointerleave(pointer("pointerleave", "touch"));
      spotted.onclick(pointer("click", "touch"));
    };
    tap();
    expect(done).toEqual(["preview a"]);
    tap();
    expect(done).toEqual(["preview a", "make a"]);
  });

  test("that a finger gave the focus only now is not chosen by the same tap", () => {
    spotted.onpointerdown();
    spotted.onfocus();
    spotted.onclick(pointer("click", "touch"));
    expect(done).not.toContain("make a");
  });

  test("is looked at by keys with the focus, and chosen by Enter or the space bar", () => {
    const press = (key: string) => {
      const event = new KeyboardEvent("keydown", { key, cancelable: true });
      spotted.onkeydown(event);
      return event.defaultPrevented;
    };
    spotted.onfocus();
    expect(done).toEqual(["preview a"]);
    expect([press("Enter"), press(" "), press("x")]).toEqual([true, true, false]);
    expect(done).toEqual(["preview a", "make a", "make a"]);
  });
});
