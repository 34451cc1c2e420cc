/** The pictures of the games, loaded when their card is shown. */

import type { Component } from "svelte";

export const PICTURES: Record<string, () => Promise<{ default: Component }>> = {
  "forbidden-city": () => import("./forbidden-city/HomePicture.svelte"),
  "emperor-of-china": () => import("./emperor-of-china/HomePicture.svelte"),
  "year-of-the-dragon": () => import("./year-of-the-dragon/HomePicture.svelte"),
};
