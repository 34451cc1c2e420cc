/** Sounds of the table. How they are made is loaded when the first one is heard. */

import { settings } from "./settings.svelte";

/** A turn and the end call for attention; the others tell what happens on the board. */
export type Sound = "turn" | "end" | "piece" | "coin" | "stamp" | "error";

let context: AudioContext | null = null;

/** A browser lets nothing sound before somebody touched the page; what comes too early is not heard. */
export function sound(name: Sound): void {
  const volume = name === "turn" || name === "end" ? settings.turnVolume : settings.effectVolume;
  const activation = navigator.userActivation as UserActivation | undefined; // older browsers have none
  if (!volume || !activation?.hasBeenActive) return;
  void import("./instruments").then(({ play }) => {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume(); // a phone that was put away
    play(context, name, volume / 100);
  });
}
