/** Loads the face of a game, for the screens that show a board. */

import type { GameFace } from "../board/face";
import { loadFace } from "./registry";

export class FaceLoader {
  face: GameFace | null = $state.raw(null);
  /** The face could not be loaded: there is no network, or the server has a newer client by now. */
  isBroken = $state(false);

  /** Loads the face as soon as `game` tells which game it is; to be called while a screen is set up. */
  constructor(game: () => string | undefined) {
    const wanted = $derived(game()); // tables change with every move, their games never
    $effect(() => {
      loadFace(wanted ?? "")?.then(
        (face) => (this.face = face),
        () => (this.isBroken = true),
      );
    });
  }
}
