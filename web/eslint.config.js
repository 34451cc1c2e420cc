/** Checks of the client: what is likely to be a mistake, and which folder may import which. Style is prettier's. */

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import js from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

/** The folders of src, from the lowest: a folder imports only from those that stand before it. */
const FOLDERS = ["made", "browser", "i18n", "net", "state", "ui", "board", "games", "features", "app"];

/** What only tests import, from wherever they stand. */
const FOR_TESTS = "test-support";

/** Parts of screens, from those that others use to those that nothing else uses. */
const FEATURES = [
  ["people", "page", "seats", "new-table", "analysis", "end", "hints", "study", "drawer", "playback"],
  ["table", "waiting", "review", "puzzle", "tutorial", "learn", "home"],
].flat();

/** The parts of a game, from the lowest. Its index.ts puts them together. */
const PARTS_OF_A_GAME = ["model", "map", "symbols", "pictures", "tiles", "hand", "board"];

const foldersIn = (parent) =>
  readdirSync(new URL(parent, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Folders of src/games: one for each game. */
const GAMES = foldersIn("./src/games");

for (const [parent, names] of [
  ["./src", [...FOLDERS, FOR_TESTS]],
  ["./src/features", FEATURES],
  ...GAMES.map((game) => [`./src/games/${game}`, PARTS_OF_A_GAME]),
]) {
  const unlisted = foldersIn(parent).filter((name) => !names.includes(name));
  if (unlisted.length)
    throw new Error(`Folders of ${parent} without a place in eslint.config.js: ${unlisted}`);
}

/** Zones for `no-restricted-paths`, in which no import leads up a list of folders. */
const upwards = (parent, names) =>
  names.slice(0, -1).map((name, index) => ({
    target: `${parent}/${name}`,
    from: names.slice(index + 1).map((higher) => `${parent}/${higher}`),
    message: `${name}/ may import only from folders below it: see eslint.config.js.`,
  }));

/** Games are found by games/registry.ts: nothing else knows one, and no game knows another or the registry. */
const onlyItself = (game) => ({
  target: `./src/games/${game}`,
  from: "./src/games",
  except: [`./${game}`],
  message: "A game may import neither another game nor what loads them.",
});

/** The files beside the parts of a game, such as its index.ts, put the parts together: no part imports one of them. */
const onlyParts = (game) => ({
  target: PARTS_OF_A_GAME.map((part) => `./src/games/${game}/${part}`),
  from: `./src/games/${game}`,
  except: PARTS_OF_A_GAME.map((part) => `./${part}`),
  message: "A part of a game may import only parts below it, not the files that put them together.",
});

const IMPORTS_OF_SVELTE = fileURLToPath(new URL("./eslint-imports-of-svelte.cjs", import.meta.url));

const zones = [
  ...upwards("./src", FOLDERS),
  ...upwards("./src/features", FEATURES),
  ...GAMES.flatMap((game) => [
    ...upwards(`./src/games/${game}`, PARTS_OF_A_GAME),
    onlyItself(game),
    onlyParts(game),
  ]),
  {
    target: ["app", "features"].map((place) => `./src/${place}`),
    from: GAMES.map((game) => `./src/games/${game}`),
    message: "Games are found by games/registry.ts alone.",
  },
];

export default defineConfig(
  { ignores: ["src/made"] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        project: "./tsconfig.json",
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
        parser: ts.parser, // of scripts in Svelte files
      },
    },
  },
  {
    files: ["src/**"],
    plugins: { "import-x": importX },
    settings: {
      "import-x/extensions": [".ts", ".svelte"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts"], [IMPORTS_OF_SVELTE]: [".svelte"] },
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".json"] })],
    },
    rules: {
      "import-x/no-cycle": "error",
      "import-x/no-restricted-paths": ["error", { zones }],
      "import-x/no-unresolved": "error",
    },
  },
  {
    files: ["**/*.ts", "**/*.svelte"],
    rules: {
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "svelte/prefer-svelte-reactivity": "off", // our maps and sets are replaced, or never shown
      "svelte/require-store-reactive-access": "off", // there are no stores, and it takes long
      "svelte/no-useless-mustaches": "off", // {" "} is a blank that stays
      // numbers may stand in sentences
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    // The linter does not know the types of snippets and of bound components, which svelte-check knows.
    files: ["**/*.svelte"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["**/*.js", "**/*.cjs"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
);
