/** What every test begins with: English sentences, and what jsdom lacks. */

import english from "./made/en.json";
import { speak } from "./i18n/say";

speak("en", english);
