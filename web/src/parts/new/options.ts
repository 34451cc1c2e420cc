/** Options of a game, in words. */

import { say, sayOf } from "../../words/say";

export const optionName = (id: string) => sayOf(`browser.option.${id}`, id);

export function optionValue(value: string | boolean | number): string {
  if (typeof value === "boolean") return say(value ? "browser.new.yes" : "browser.new.no");
  return optionName(String(value));
}
