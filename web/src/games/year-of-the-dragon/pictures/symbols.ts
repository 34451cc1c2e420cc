/** Symbols for what an edition's fixed names mean. */

export const GOOD_SYMBOLS: Record<string, string> = { yuan: "coin", rice: "rice", fireworks: "rocket" };

/** What an action card shows. */
export const ACTION_SYMBOLS: Record<string, string> = {
  taxes: "coin",
  build: "palace",
  harvest: "rice",
  fireworks: "rocket",
  parade: "banner",
  research: "book",
  privilege: "scroll",
  wall: "wall",
};

/** What an action card brings. */
export const GAIN_SYMBOLS: Record<string, string> = {
  taxes: "coin",
  build: "palace",
  harvest: "rice",
  fireworks: "rocket",
  parade: "banner",
  research: "point",
};

/** What a wall tile gives; points are written as a number. */
export const TILE_SYMBOLS: Record<string, string | null> = {
  rice: "rice",
  fireworks: "rocket",
  floor: "palace",
  yuan: "coin",
  track: "banner",
  points: null,
};

/** What is paid in an event. */
export const PAID_SYMBOLS: Record<string, string> = {
  tribute: "coin",
  drought: "rice",
  festival: "rocket",
};
