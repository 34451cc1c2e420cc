/** What to say when a request failed. */

import { say } from "../i18n/say";
import type { Line } from "./contract";
import { Refused, Unreachable } from "./requests";

/** What to say; and whether the server could not be reached, so that another try may help. */
export interface Trouble extends Line {
  isUnreachable?: boolean;
}

export function troubleOf(failure: unknown): Trouble {
  if (failure instanceof Refused) return failure.problem;
  if (failure instanceof Unreachable)
    return { text: say("browser.unreachable"), key: "browser.unreachable", values: {}, isUnreachable: true };
  throw failure;
}
