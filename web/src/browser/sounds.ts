/** Short tones: a plucked string, or two. */

import { settings } from "./settings.svelte";

const TONES = {
  turn: [587, 880],
  move: [440],
  score: [659, 988],
  end: [587, 740, 880, 1175],
} as const;
const PAUSE = 0.13; // seconds between strings
const RING = 0.7;
const VOLUME = 0.12;

let context: AudioContext | null = null;

/** A browser lets nothing sound before somebody touched the page; what comes too early is not heard. */
export function sound(name: keyof typeof TONES): void {
  const activation = navigator.userActivation as UserActivation | undefined; // older browsers have none
  if (!settings.sounds || !activation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume(); // a phone that was put away
  const start = context.currentTime + 0.02;
  TONES[name].forEach((pitch, index) => pluck(context!, pitch, start + index * PAUSE));
}

function pluck(on: AudioContext, pitch: number, at: number): void {
  const string = new OscillatorNode(on, { type: "triangle", frequency: pitch });
  const volume = new GainNode(on, { gain: 0 });
  volume.gain.setValueAtTime(VOLUME, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + RING);
  string.connect(volume).connect(on.destination);
  string.start(at);
  string.stop(at + RING);
}
