/** What every test begins with: English sentences; and what a test put in the place of the browser's own is put back. */

import { afterEach, vi } from "vitest";
import english from "./made/en.json";
import { speak } from "./i18n/say";

speak("en", english);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
