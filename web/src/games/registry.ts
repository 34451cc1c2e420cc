/** The games that this client can show: each is a folder here, by the id of the game. `index.ts` hands out its `GameFace`
 * (board/face.ts), `HomePicture.svelte` is its picture for the home page, and `textLayout.ts`, if there is one, tells how
 * its board lies in a text. Faces and pictures are loaded when they are needed. */

import type { Component } from "svelte";
import type { GameFace, TextLayout } from "../board/face";

const FACES = import.meta.glob<GameFace>("./*/index.ts", { import: "default" });
const PICTURES = import.meta.glob<Component>("./*/HomePicture.svelte", { import: "default" });
const LAYOUTS = import.meta.glob<TextLayout>("./*/textLayout.ts", { import: "default", eager: true });

export const hasFace = (game: string): boolean => `./${game}/index.ts` in FACES;

/** Loads the face of a game; undefined where there is none. It is given only views and plans of its own game. */
export const loadFace = (game: string): Promise<GameFace> | undefined => FACES[`./${game}/index.ts`]?.();

/** Loads the picture of a game; undefined where there is none. */
export const loadPicture = (game: string): Promise<Component> | undefined =>
  PICTURES[`./${game}/HomePicture.svelte`]?.();

export const textLayoutOf = (game: string): TextLayout => LAYOUTS[`./${game}/textLayout.ts`] ?? {};
