import { resolve } from "node:path";
import { defineConfig } from "vite";
import { cardFonts } from "./production/cardFonts.ts";
import { serviceSources } from "./production/productionBuilds.ts";
import { productionFolder } from "./production/productionFolder.ts";
import { sourceMapOptions } from "./production/sourceMaps.ts";
import { thirdPartyNotices } from "./production/thirdPartyNotices.ts";

const project = resolve(import.meta.dirname, "..");

/** Packages with native code, which cannot be bundled. */
const native = ["sharp"];

/**
 * Builds the service for production: `server.js`, its worker thread and the operators' commands,
 * including all packages. `dist/` then runs where only Node is installed.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    productionFolder({
      project,
      packages: native,
      otherBuilds: ["web", "renderer"],
      sources: serviceSources,
    }),
    cardFonts(resolve(import.meta.dirname, "src/cards/fonts.conf")),
    thirdPartyNotices(),
  ],
  publicDir: false,
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true, external: native },
  build: {
    ssr: true,
    target: "node24",
    outDir: "../dist",
    emptyOutDir: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        server: "src/main.ts",
        renderWorker: "src/pages/renderWorker.ts",
        stories: "../scripts/commands/stories.ts",
        verify: "../scripts/commands/verify.ts",
      },
      output: {
        // All in one folder: `settings/build.ts` looks for the other files next to the bundle.
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        ...sourceMapOptions,
      },
    },
  },
});
