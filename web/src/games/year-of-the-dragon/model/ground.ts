/** Where the palaces of a court stand: side by side, or in two ranks where that lets them be drawn larger. */

export const PALACE = 170; // as wide as its roof
export const HIGH = 376; // of a rank: three floors, base and roof
const PITCH = 154; // from one palace to the next: eaves may overlap, persons never
const RIM = 4;
const WORTH = 1.12; // by so much two ranks have to be larger

export interface Ground {
  width: number;
  height: number;
  ranks: number;
  /** Where a palace has its left corner, and where it stands. */
  places: { x: number; y: number }[];
}

/** Room for so many palaces; the farther rank comes first. */
export function groundFor(count: number, box: { width: number; height: number }): Ground {
  const [line, square] = [inRanks(count, 1), inRanks(count, 2)];
  const scale = ({ width, height }: Ground) => Math.min(box.width / width, box.height / height);
  return count > 3 && scale(square) > WORTH * scale(line) ? square : line;
}

function inRanks(count: number, ranks: number): Ground {
  const each = Math.ceil(count / ranks);
  return {
    width: (each - 1) * PITCH + PALACE + 2 * RIM,
    height: ranks * HIGH,
    ranks,
    places: Array.from({ length: count }, (_, index) => ({
      x: RIM + (index % each) * PITCH,
      y: (1 + Math.floor(index / each)) * HIGH - 8,
    })),
  };
}
