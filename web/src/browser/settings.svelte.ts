/** What somebody likes, kept in this browser. */

import { keep, readKept } from "./storage";

const KEY = "tianxia";

interface Liked {
  theme: "system" | "light" | "dark";
  /** Its code, or "system": the browser's. */
  language: string;
  /** Whether a move that cannot be taken back waits to be confirmed. */
  confirms: boolean;
  sounds: boolean;
  /** Whether the system tells when it is one's turn and the page is not looked at. */
  notifies: boolean;
}

const DEFAULTS: Liked = {
  theme: "system",
  language: "system",
  confirms: true,
  sounds: true,
  notifies: false,
};

export const settings: Liked = $state({ ...DEFAULTS, ...(readKept(KEY) as Partial<Liked>) });

/** Keep what is liked, and show the theme; to be called once, inside an effect root. */
export function keepSettings(): void {
  $effect(() => {
    const { theme } = settings;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    writeSettings();
  });
}

export function writeSettings(): void {
  keep(KEY, settings);
}
