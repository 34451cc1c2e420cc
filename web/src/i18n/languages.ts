/** The languages that there are, and which of them is spoken. */

import { settings, writeSettings } from "../browser/settings.svelte";
import { speak, speakMore } from "./say";

const CATALOGUES = import.meta.glob<Record<string, string>>("../made/??.json", { import: "default" });

/** What is said only where somebody learns. */
const TUTORIALS = import.meta.glob<Record<string, string>>("../made/tutorial-??.json", { import: "default" });

/** By their codes: "en". */
export const LANGUAGES = Object.keys(CATALOGUES).map((file) =>
  file.slice("../made/".length, -".json".length),
);

/** What a language calls itself. */
export function nameOfLanguage(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The language that was chosen, else the first of the browser's that we speak, else English. */
export function spokenLanguage(): string {
  const wanted = [settings.language, ...navigator.languages.map((tag) => tag.split("-")[0]!.toLowerCase())];
  return wanted.find((code) => LANGUAGES.includes(code)) ?? "en";
}

export async function loadWords(): Promise<void> {
  const language = spokenLanguage();
  speak(language, await CATALOGUES[`../made/${language}.json`]!());
}

export async function loadTutorialWords(): Promise<void> {
  speakMore(await TUTORIALS[`../made/tutorial-${spokenLanguage()}.json`]!());
}

/** Everything on the page is said anew. */
export function changeLanguage(code: string): void {
  settings.language = code;
  writeSettings();
  location.reload();
}
