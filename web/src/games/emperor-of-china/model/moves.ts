/** Moves in notation: `house chu-3 red red`, `emissary qi yellow`, `exchange red`, `take green`, `draw`, `done`, `pass`. */

const PIECES = ["house", "emissary", "fortification"] as const;
export type Piece = (typeof PIECES)[number];

/** A piece that is placed: an emissary in a region, any other on a space. */
export interface Placing {
  verb: Piece;
  place: string;
  /** What it is paid with: one card, or two alike. */
  cards: string[];
}

export interface OfColour {
  verb: "exchange" | "take";
  colour: string;
}

export interface Plain {
  verb: "done" | "pass" | "draw";
}

export type Move = Placing | OfColour | Plain;

export function parseMove(text: string): Move | null {
  const [verb, ...rest] = text.split(" ");
  const [first, ...cards] = rest;
  if (isPiece(verb)) return first && cards.length ? { verb, place: first, cards } : null;
  if (verb === "exchange" || verb === "take") return first ? { verb, colour: first } : null;
  return verb === "done" || verb === "pass" || verb === "draw" ? { verb } : null;
}

export function printMove(move: Move): string {
  if ("cards" in move) return [move.verb, move.place, ...move.cards].join(" ");
  return "colour" in move ? `${move.verb} ${move.colour}` : move.verb;
}

export function parsePlacing(text: string | null): Placing | null {
  const move = text === null ? null : parseMove(text);
  return move && "cards" in move ? move : null;
}

function isPiece(word: string | undefined): word is Piece {
  return PIECES.some((piece) => piece === word);
}
