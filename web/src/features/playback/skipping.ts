/** Whoever wants to act while something is played back skips it first: the same key, tap or click then acts on what is
 * newest. */

import { flushSync } from "svelte";
import type { Playback } from "../../state/playback.svelte";

/** Keys that lead elsewhere, or do nothing by themselves. */
const QUIET: readonly string[] = ["Tab", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"];

/** What is pressed beside the game: a text, a dialog, the log, what plays back. */
const BESIDE = "input, textarea, select, dialog, aside, .rail, .deeds, .caption";

/** Where something is played back, and chosen. */
const STAGE = "main, #choices";

export function skipByKey(event: KeyboardEvent, playback: Playback): void {
  if (!playback.isPlaying || QUIET.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const target = event.target as Element;
  if (event.key === "Escape" && !target.closest("dialog")) {
    event.preventDefault();
    event.stopPropagation(); // it closes nothing as well
  } else if (target.closest(BESIDE)) return;
  flushSync(() => playback.skip());
}

export function skipByPointer({ target }: PointerEvent, playback: Playback): void {
  if (!playback.isPlaying || !(target instanceof Element)) return;
  if (target.closest(STAGE) && !target.closest(BESIDE)) flushSync(() => playback.skip());
}
