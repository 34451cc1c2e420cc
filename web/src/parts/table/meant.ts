/** What is looked at elsewhere than on the board and in the hand comes into sight there: games mark it by the class `meant`. */

import type { Zoom } from "./zoom.svelte";

export function showMeant(zoom: Zoom): void {
  document.querySelector(".ask .hand .meant")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const meant = document.querySelector(".stage .meant");
  const stage = meant?.closest(".stage");
  if (!meant || !stage) return;
  if (stage.matches(".scrolls")) return meant.scrollIntoView({ block: "nearest" });
  const [place, seen] = [meant.getBoundingClientRect(), stage.getBoundingClientRect()];
  const isSeen =
    place.left >= seen.left &&
    place.right <= seen.right &&
    place.top >= seen.top &&
    place.bottom <= seen.bottom;
  if (!isSeen) zoom.reset();
}
