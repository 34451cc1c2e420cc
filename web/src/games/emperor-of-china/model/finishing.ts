/** Whoever has placed a piece and cannot pay for a second one need not say so: nothing is left to decide.
 *
 * The rules make no such move by themselves, for it would tell everybody what the hand lacks. So it is made here, and only
 * after a moment, as somebody would who has thought of a second piece. A move that was taken back is not made again.
 */

import { milliseconds } from "../../../browser/durations";
import type { Choice } from "../../../state/choice.svelte";

const ONLY = "done";
const [SHORTEST, LONGER] = [0.6, 0.8]; // of a step of the playback

/** Choices with which a piece was placed, and what was asked then, until it is known what is asked next. */
const placed = new WeakMap<Choice, string>();

const asked = ({ legal }: Choice): string => legal.join();

export function notePlaced(choice: Choice): void {
  placed.set(choice, asked(choice));
}

/** To be called whenever something is asked; answers how to stop it. */
export function finish(choice: Choice): (() => void) | undefined {
  const { legal } = choice;
  if (!legal.length || !placed.has(choice) || placed.get(choice) === asked(choice)) return undefined;
  if (legal.length > 1 || legal[0] !== ONLY) {
    placed.delete(choice);
    return undefined;
  }
  const moment = milliseconds("--step-note") * (SHORTEST + LONGER * Math.random());
  const timer = setTimeout(() => {
    placed.delete(choice);
    choice.make(ONLY);
  }, moment);
  return () => clearTimeout(timer);
}
