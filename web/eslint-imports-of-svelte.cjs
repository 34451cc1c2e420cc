/** Lets import-x follow the imports of Svelte files: it expects them at the top of the program, where svelte-eslint-parser
 * does not put them, and needs nothing else of these files. */

const ts = require("@typescript-eslint/parser");

const SCRIPT = /<script\b[^>]*>(.*?)<\/script>/gs;

module.exports = {
  meta: { name: "imports-of-svelte", version: "1.0.0" },
  parseForESLint(text, options) {
    const scripts = [...text.matchAll(SCRIPT)].map(([, script]) => script);
    return ts.parseForESLint(`${scripts.join("\n")}\nexport default {};`, {
      ...options,
      filePath: undefined,
      projectService: false,
      project: null,
    });
  },
};
