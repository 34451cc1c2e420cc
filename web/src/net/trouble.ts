/** What to say when a request failed. */

import { say } from "../i18n/say";
import type { Line } from "./contract";
import { Refused, Unreachable } from "./requests";

export function troubleOf(failure: unknown): Line {
  if (failure instanceof Refused) return failure.problem;
  if (failure instanceof Unreachable)
    return { text: say("browser.unreachable"), key: "browser.unreachable", values: {} };
  throw failure;
}
