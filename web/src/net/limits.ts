/** How long and how large things may be that people type: parts of the server's OpenAPI document, and a test compares them. */

import LIMITS from "./limits.json";

interface Limit {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

/** What keeps a field within its limits: `<input {...bounds(LIMITS.Words.text)} />`. */
export const bounds = ({ minLength, maxLength, minimum, maximum, pattern }: Limit) => ({
  minlength: minLength,
  maxlength: maxLength,
  min: minimum,
  max: maximum,
  pattern,
});

export { LIMITS };
