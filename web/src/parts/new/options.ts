/** Options of a game, in words. */

import { say, sayOf } from "../../words/say";

export const optionName = (id: string) => sayOf(`browser.option.${id}`, id);

/** A number is told with what it counts. */
export function optionValue(option: string, value: string | boolean | number): string {
  if (typeof value === "boolean") return say(value ? "browser.new.yes" : "browser.new.no");
  if (typeof value === "number") return sayOf(`browser.option-of.${option}`, `${value}`, { value });
  return optionName(value);
}
