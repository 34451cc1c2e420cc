/** What is looked at elsewhere than on the board and in the hand comes into sight there: games mark it by the class `previewing`. */

import type { Zoom } from "./zoom.svelte";

export function revealPreview(zoom: Zoom): void {
  document.querySelector(".ask .hand .previewing")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  showOnStage(document.querySelector(".stage .previewing"), zoom);
}

/** Scroll the stage to something on it; where it was zoomed and that is beyond its edge, all of the board is shown. */
export function showOnStage(mark: Element | null, zoom: Zoom): void {
  const stage = mark?.closest(".stage");
  if (!mark || !stage) return;
  if (stage.matches(".scrolls")) return mark.scrollIntoView({ block: "nearest" });
  const free = stage.querySelector(".free") ?? stage; // what is not covered by anything
  const [place, seen] = [mark.getBoundingClientRect(), free.getBoundingClientRect()];
  const isSeen =
    place.left >= seen.left &&
    place.right <= seen.right &&
    place.top >= seen.top &&
    place.bottom <= seen.bottom;
  if (!isSeen) zoom.reset();
}
