/** Settings of the person at this screen, stored in this browser. */

import { readStored, store } from "./storage";

const KEY = "tianxia";

interface Settings {
  theme: "system" | "light" | "dark";
  /** The code of a language, or "system" for that of the browser. */
  language: string;
  /** Whether a move that cannot be taken back waits to be confirmed. */
  confirms: boolean;
  sounds: boolean;
  /** Whether a notification tells of one's turn while the page is not shown. */
  notifies: boolean;
}

const DEFAULTS: Settings = {
  theme: "system",
  language: "system",
  confirms: true,
  sounds: true,
  notifies: false,
};

export const settings: Settings = $state({ ...DEFAULTS, ...(readStored(KEY) as Partial<Settings>) });

/** Stores the settings when they change, and shows the theme; to be called once, inside an effect root. */
export function keepSettings(): void {
  $effect(() => {
    const { theme } = settings;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    writeSettings();
  });
}

export function writeSettings(): void {
  store(KEY, settings);
}
