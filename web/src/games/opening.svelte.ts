/** The face of a game while it is loaded, for the screens that show a board. */

import { FACES, type GameFace } from "../board/face";

export class OpeningFace {
  face: GameFace | null = $state.raw(null);
  /** It could not be loaded: no net, or a newer client has taken its place on the server. */
  isBroken = $state(false);

  /** Load it as soon as it is known which game it is; to be called while a screen is set up. */
  constructor(game: () => string | undefined) {
    const wanted = $derived(game()); // tables change with every move, their games never
    $effect(() => {
      FACES[wanted ?? ""]?.().then(
        (face) => (this.face = face),
        () => (this.isBroken = true),
      );
    });
  }
}
