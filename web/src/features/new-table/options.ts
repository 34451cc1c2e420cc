/** Options of a game, in words. */

import { say, sayOf } from "../../i18n/say";
import { capitalised } from "../../i18n/typeset";

export const optionName = (id: string) => capitalised(sayOf(`browser.option.${id}`, id));

/** A number is told with what it counts. */
export function optionValue(option: string, value: string | boolean | number): string {
  if (typeof value === "boolean") return capitalised(say(value ? "browser.new.yes" : "browser.new.no"));
  if (typeof value === "number") return sayOf(`browser.option-of.${option}`, `${value}`, { value });
  return optionName(value);
}
