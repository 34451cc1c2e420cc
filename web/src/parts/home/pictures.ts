/** The pictures of the games, loaded when their card is shown. */

import type { Component } from "svelte";

export const PICTURES: Record<string, () => Promise<{ default: Component }>> = {
  "forbidden-city": () => import("./pictures/ForbiddenCity.svelte"),
  "emperor-of-china": () => import("./pictures/EmperorOfChina.svelte"),
  "year-of-the-dragon": () => import("./pictures/YearOfTheDragon.svelte"),
};
