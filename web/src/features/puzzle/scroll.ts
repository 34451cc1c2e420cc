/** What a verdict speaks of is in sight when the verdict comes, which on a phone lies over a part of the page. */

const NARROW = "(max-width: 900px)"; // as in the style sheets beside this
const RIM = 8; // pixels around what is to be seen

/** Bring what is lit on a board into sight, or the hand where nothing is: its moves have no place on the board. On a phone
 * the verdict sticks to the screen above it or below it. */
export function showLit(study: Element, verdict: { above: Element } | { below: Element }): void {
  const lit = study.querySelector(".shown");
  const place = lit ?? study.querySelector(".hand");
  if (!matchMedia(NARROW).matches) return place?.scrollIntoView({ block: "nearest" });
  const above = "above" in verdict ? verdict.above : null;
  const below = "below" in verdict ? verdict.below : lit && study.querySelector(".ask"); // which is at the thumb
  above?.scrollIntoView({ block: "start" }); // more of the board is seen
  if (!place) return;
  const top = above?.getBoundingClientRect().bottom ?? 0;
  const bottom = Math.min(innerHeight, below?.getBoundingClientRect().top ?? innerHeight);
  scrollBy(0, wayBetween(boxToSee(place, bottom - top), top + RIM, bottom - RIM));
}

/** All of the board where there is room for it, else the place alone. */
function boxToSee(place: Element, room: number): DOMRect {
  const board = place.closest(".zooms")?.getBoundingClientRect();
  return board && board.height + 2 * RIM <= room ? board : place.getBoundingClientRect();
}

/** How far a page has to be scrolled for a box to lie between two heights; its top counts more. */
function wayBetween(box: DOMRect, top: number, bottom: number): number {
  if (box.top < top) return box.top - top;
  return Math.min(box.top - top, Math.max(0, box.bottom - bottom));
}
