/** Motion of what comes and goes. It reads the tokens, which are next to nothing where less motion is wanted. */

import { cubicIn, cubicOut } from "svelte/easing";
import { fly, scale, type TransitionConfig } from "svelte/transition";
import { milliseconds } from "../../../browser/durations";

/** A floor or a person comes. */
export const arrive = (node: Element): TransitionConfig =>
  fly(node, { y: 24, duration: milliseconds("--settle"), easing: cubicOut });

/** Somebody steps out, and is gone. */
export const leave = (node: Element): TransitionConfig =>
  fly(node, { x: 46, y: 14, duration: milliseconds("--light"), easing: cubicIn });

/** A seal comes down on what is over. */
export const stamp = (node: Element): TransitionConfig =>
  scale(node, { start: 2.2, duration: milliseconds("--walk"), easing: cubicOut });

/** A dragon comes down on a group of cards. */
export const land = (node: Element): TransitionConfig =>
  fly(node, { y: -40, duration: milliseconds("--settle"), easing: cubicOut });
