import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { sourceMapOptions } from "../api/production/sourceMaps.ts";
import { thirdPartyNotices } from "../api/production/thirdPartyNotices.ts";
import { versionDefinition } from "./version.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Configures the build of the service's page renderer, which runs after the browser build and uses
 * its manifest.
 */
export default defineConfig({
  root: pathOf("."),
  plugins: [withoutLazyCode(), react(), clientManifest(), thirdPartyNotices()],
  publicDir: false,
  define: {
    "process.env.NODE_ENV": JSON.stringify("production"),
    ...versionDefinition,
  },
  // Bundles all packages, because production installs none of the app's packages.
  ssr: { noExternal: true },
  build: {
    ssr: "src/server/renderPage.tsx",
    outDir: "../dist/renderer",
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: { output: { ...sourceMapOptions } },
  },
});

/** Provides the browser build's manifest as a module. */
function clientManifest(): Plugin {
  const id = "virtual:client-manifest";
  const loaded = `\0${id}`;
  return {
    name: "client-manifest",
    resolveId: (source) => (source === id ? loaded : undefined),
    async load(source) {
      if (source !== loaded) return undefined;
      return `export default ${await readFile(pathOf("../dist/web/.vite/manifest.json"), "utf8")};`;
    },
  };
}

/** Omits code that no first render needs: dynamic imports without a `rendered` comment. */
function withoutLazyCode(): Plugin {
  const notLoaded = 'Promise.reject(new Error("The server does not load this."))';
  const onDemand = /\bimport\(\s*"[^"]*"\s*,?\s*\)/g;
  return {
    name: "without-lazy-code",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(pathOf("src/"))) return undefined;
      const changed = code.replaceAll(
        onDemand,
        (found) => `${notLoaded}${found.replaceAll(/[^\n]/g, "")}`,
      );
      // Preserves line numbers.
      return { code: changed, map: null };
    },
  };
}
