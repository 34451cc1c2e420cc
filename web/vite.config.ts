import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SERVER = process.env["TIANXIA_SERVER"] ?? "http://127.0.0.1:8321"; // for `npm run dev`

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {}, // Svelte as it is in browsers, not on servers
  test: { environment: "jsdom", include: ["src/**/*.test.ts"], setupFiles: ["src/testing.ts"] },
  build: {
    outDir: process.env["TIANXIA_CLIENT"] ?? "../src/tianxia/server/browser", // where the server looks for it
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2023",
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: SERVER, ws: true, changeOrigin: false } } },
});
