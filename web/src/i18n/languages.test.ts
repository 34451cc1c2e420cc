import { afterEach, describe, expect, test, vi } from "vitest";
import { settings } from "../browser/settings.svelte";
import english from "../made/en.json";
import french from "../made/fr.json";
import frenchTutorials from "../made/tutorial-fr.json";
import { LANGUAGES, loadTutorialWords, loadWords, nameOfLanguage, spokenLanguage } from "./languages";
import { say, sayOf, speak } from "./say";

const browserWants = (...tags: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);

afterEach(() => {
  vi.restoreAllMocks();
  settings.language = "system";
  speak("en", english);
});

test("there are three languages, by the names that they give themselves", () => {
  expect(LANGUAGES.toSorted()).toEqual(["en", "fr", "zh"]);
  expect(["en", "fr", "zh"].map(nameOfLanguage)).toEqual(["English", "Français", "中文"]);
});

describe("the language", () => {
  test("is the one that was chosen", () => {
    browserWants("zh-CN");
    settings.language = "fr";
    expect(spokenLanguage()).toBe("fr");
  });

  test("is else the first of the browser's that there is, whatever its country", () => {
    browserWants("de-DE", "FR-ca", "en");
    expect(spokenLanguage()).toBe("fr");
  });

  test("is English where there is none of them, or a setting is of another version", () => {
    browserWants("de", "nl");
    settings.language = "tlh";
    expect(spokenLanguage()).toBe("en");
  });

  test("is what everything is said in once its words are loaded, those of tutorials later", async () => {
    settings.language = "fr";
    await loadWords();
    expect(say("browser.seat.free")).toBe(french["browser.seat.free"]);
    const [key, sentence] = Object.entries<string>(frenchTutorials).find(
      ([, text]) => !/[{;:?!»«]/.test(text), // said as it is written
    )!;
    expect(sayOf(key, "not loaded")).toBe("not loaded");
    await loadTutorialWords();
    expect(sayOf(key, "not loaded")).toBe(sentence);
    expect(say("browser.seat.free")).toBe(french["browser.seat.free"]);
  });
});
