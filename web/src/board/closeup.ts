/** On a phone the board comes closer to what is in play: the part that the board marks by `data-play`, with a word that changes
 * when another part is; else what may be chosen, where that lies together and is too small for a finger. */

import type { Zoom } from "./zoom.svelte";

const IS_PHONE = "(pointer: coarse) and (max-width: 720px), (pointer: coarse) and (max-height: 500px)";
const FINGERTIP = 44;
const MARGIN = 36; // pixels around the places, so that one sees where they lie
const WORTH_IT = 1.25; // a smaller step would only confuse

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A zoom that was set by hand stays until there is nothing to choose any more. */
export function closeUp(zoom: Zoom) {
  return (board: HTMLElement) => {
    if (!matchMedia(IS_PHONE).matches) return;
    let seen = "";
    let chosen = 1; // the scale that was chosen here

    /** What was scaled by hand stays as large. */
    function showPlay(part: Element, name: string): void {
      if (name === seen) return;
      seen = name;
      const [box] = boxesOf([part], board);
      if (zoom.scale !== chosen) return zoom.centre(unite([box!], 0));
      zoom.show(unite([box!], 0));
      chosen = zoom.scale;
    }

    function look(): void {
      const part = board.querySelector("[data-play]");
      if (part) return showPlay(part, part.getAttribute("data-play")!);
      const spots = [...board.querySelectorAll<HTMLElement | SVGElement>("[data-spot]")];
      const now = spots.map((spot) => spot.dataset["spot"]).join("\n");
      if (now === seen) return;
      seen = now;
      const isByHand = zoom.scale !== chosen;
      if (isByHand && spots.length) return;
      const boxes = boxesOf(spots, board);
      const isSmall = boxes.some((box) => box.right - box.left < FINGERTIP);
      const around = isSmall ? unite(boxes) : null;
      if (!around || zoom.scaleFor(around) < WORTH_IT) zoom.reset();
      else zoom.show(around);
      chosen = zoom.scale;
    }

    const observer = new MutationObserver(look);
    observer.observe(board, { subtree: true, childList: true, attributeFilter: ["data-spot", "data-play"] });
    look();
    return () => observer.disconnect();
  };
}

/** Where spots are on the board when it is not zoomed. */
function boxesOf(spots: readonly Element[], board: HTMLElement): Box[] {
  const outer = board.getBoundingClientRect();
  const scale = outer.width / board.offsetWidth || 1;
  return spots.map((spot) => {
    const box = spot.getBoundingClientRect();
    const [left, top] = [(box.x - outer.x) / scale, (box.y - outer.y) / scale];
    return { left, top, right: left + box.width / scale, bottom: top + box.height / scale };
  });
}

function unite(
  boxes: readonly Box[],
  margin = MARGIN,
): { x: number; y: number; width: number; height: number } {
  const [x, y] = [
    Math.min(...boxes.map(({ left }) => left)) - margin,
    Math.min(...boxes.map(({ top }) => top)) - margin,
  ];
  return {
    x,
    y,
    width: Math.max(...boxes.map(({ right }) => right)) + margin - x,
    height: Math.max(...boxes.map(({ bottom }) => bottom)) + margin - y,
  };
}
