/** Whoever wants to act while something is played back skips it first: the same key, tap or click then acts on what is
 * newest. */

import { flushSync } from "svelte";
import type { Playback } from "../../state/playback.svelte";

/** Keys that lead elsewhere, or do nothing by themselves. */
const QUIET: readonly string[] = ["Tab", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"];

/** What is pressed beside the game: a text, a dialog, what plays back. */
const BESIDE = "input, textarea, select, dialog, aside, .caption, .deeds";

export function skipByKey(event: KeyboardEvent, playback: Playback): void {
  if (!playback.isPlaying || QUIET.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (event.key === "Escape") {
    if ((event.target as Element).closest("dialog")) return;
    event.preventDefault();
    event.stopPropagation(); // it closes nothing as well
  } else if ((event.target as Element).closest(BESIDE)) return;
  flushSync(() => playback.skip());
}

export function skipByPointer(event: PointerEvent, playback: Playback): void {
  if (!playback.isPlaying || (event.target as Element).closest(BESIDE)) return;
  flushSync(() => playback.skip());
}
