/** The person track as far as anybody stands on it: long empty stretches are cut out. */

const NEAR = 3; // as many empty spaces in a row are shown
const AHEAD = 3; // empty spaces before the first marker

/** Spaces from the last marker to beyond the first, and at least so many; null is a stretch cut out. */
export function spacesToShow(occupied: readonly number[], least = 0): (number | null)[] {
  const sorted = [...new Set(occupied)].sort((one, other) => one - other);
  const shown: (number | null)[] = [];
  sorted.forEach((space, index) => {
    const before = sorted[index - 1];
    if (before !== undefined) {
      const empty = space - before - 1;
      if (empty <= NEAR) for (let next = before + 1; next < space; next++) shown.push(next);
      else shown.push(before + 1, null, space - 1);
    }
    shown.push(space);
  });
  const last = sorted.at(-1) ?? 0;
  for (let next = 1; next <= AHEAD || shown.length < least; next++) shown.push(last + next);
  return shown;
}
