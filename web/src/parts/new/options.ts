/** Options of a game, in words. */

import { say, sayOf } from "../../words/say";
import { capitalised } from "../../words/typeset";

export const optionName = (id: string) => capitalised(sayOf(`browser.option.${id}`, id));

/** A number is told with what it counts. */
export function optionValue(option: string, value: string | boolean | number): string {
  if (typeof value === "boolean") return capitalised(say(value ? "browser.new.yes" : "browser.new.no"));
  if (typeof value === "number") return sayOf(`browser.option-of.${option}`, `${value}`, { value });
  return optionName(value);
}
