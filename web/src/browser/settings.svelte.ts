/** Settings of the person at this screen, stored in this browser. */

import { readStored, store } from "./storage";

const KEY = "tianxia";

export type Speed = "slow" | "normal" | "fast" | "off";

interface Settings {
  theme: "system" | "light" | "dark";
  /** The code of a language, or "system" for that of the browser. */
  language: string;
  /** Whether a move that cannot be taken back waits to be confirmed. */
  confirms: boolean;
  /** How fast it is shown what happened. */
  speed: Speed;
  /** How loud one's turn is told, and pieces and coins: from 0, not at all, to 100. */
  turnVolume: number;
  effectVolume: number;
  /** Whether a notification tells of one's turn while the page is not shown. */
  notifies: boolean;
}

const DEFAULTS: Settings = {
  theme: "system",
  language: "system",
  confirms: true,
  speed: "normal",
  turnVolume: 70,
  effectVolume: 50,
  notifies: false,
};

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

/** What is stored, also by a version that knew sounds only to be on or off. */
function stored(): Partial<Settings> {
  const { sounds, ...kept } = readStored(KEY);
  return sounds === false ? { turnVolume: 0, effectVolume: 0, ...kept } : kept;
}

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
