import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compression } from "vite-plugin-compression2";
import { collectionConfig } from "#collection/collection.config.ts";
import { thirdPartyNotices } from "../api/production/thirdPartyNotices.ts";
import { buildTarget } from "./oldestBrowsers.ts";
import { versionDefinition } from "./version.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Modules loaded by every page. */
const everywhere = [
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
  /@tanstack\/.*\/(QueryClientProvider|\w+Manager|removable|retryer|utils)\.js/,
  /protocol\/(wire\/pages|values\/bigints)\.ts/,
  /components\/Button/,
  /valibot|web\/src\/env\.ts/,
];

export default defineConfig({
  define: versionDefinition,
  root: pathOf("."),
  publicDir: pathOf("../collection/public"),
  plugins: [
    react(),
    thirdPartyNotices(),
    withoutFontSwap(),
    requestStylesFirst(),
    withoutSvgNames(),
    headOfCollection(),
    preloadFonts(/^assets\/(big-shoulders-display|alegreya)-latin-(wght|800)-normal-.*\.woff2$/),
    // Precompressed, so that the server does not compress files for each request.
    compression({
      include: /\.(js|css|svg)$/,
      threshold: 1_024,
      algorithms: ["gzip", "brotliCompress"],
    }),
  ],
  resolve: {
    alias: {
      // WalletConnect's client imports this package for its own dialog, which this app never opens.
      "@reown/appkit/core": pathOf("src/wallet/relay/nothing.ts"),
      // Polyfills for features that every supported browser has.
      "@ungap/structured-clone": pathOf("src/structuredClone.ts"),
      "use-sync-external-store/shim/with-selector.js": "use-sync-external-store/with-selector.js",
    },
  },
  // Pre-bundles all dependencies at startup, because a dependency found later would reload the
  // page.
  optimizeDeps: { entries: ["index.html", "src/**/*.{ts,tsx}", "!src/server/**"] },
  server: {
    // #protocol and #chain resolve outside this folder.
    fs: { allow: [pathOf("..")] },
  },
  build: {
    target: buildTarget,
    outDir: "../dist/web",
    emptyOutDir: true,
    // No inlined assets, so that the content security policy needs no `data:`.
    assetsInlineLimit: 0,
    // Read by the renderer's build.
    manifest: true,
    // Entries: the app, and the books' script and styles.
    rolldownOptions: {
      input: [pathOf("index.html"), pathOf("src/book/book.ts")],
      output: {
        // Bundles these modules in one file, however the pages share the rest.
        codeSplitting: {
          groups: [{ name: "everywhere", test: (id) => everywhere.some((each) => each.test(id)) }],
        },
      },
    },
    // Every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
  },
});

/**
 * Omits SVG attribute names, which stories never contain, from the Markdown packages; saves 3 kB.
 */
function withoutSvgNames(): Plugin {
  return {
    name: "without-svg-names",
    apply: "build",
    transform: {
      filter: { id: /property-information\/lib\/svg\.js$/ },
      handler: () => `export const svg = { normal: {}, property: {}, space: "svg" };`,
    },
  };
}

/** Fills the document's head from the collection's configuration. */
function headOfCollection(): Plugin {
  const { name, tagline, themeColors } = collectionConfig;
  const values: Record<string, string> = { name, tagline, ...themeColors };
  return {
    name: "head-of-collection",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replaceAll(/%(\w+)%/g, (all, key) => values[key] ?? all),
    },
  };
}

/**
 * Prevents a reflow when a font arrives late: the next visit uses the cached font. Only the display
 * font swaps in on the first visit, because its fallback has the same metrics.
 */
function withoutFontSwap(): Plugin {
  return {
    name: "without-font-swap",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== "asset" || !output.fileName.endsWith(".css")) continue;
        const css = String(output.source);
        output.source = css.replaceAll(/@font-face\s*\{[^}]*\}/g, (face) =>
          face.includes("Big Shoulders Display")
            ? face
            : face.replace("font-display:swap", "font-display:optional"),
        );
      }
    },
  };
}

/** Puts the shared stylesheet before every script and page stylesheet, because the first paint waits for it. */
function requestStylesFirst(): Plugin {
  return {
    name: "request-styles-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const stylesheet = /\n\s*<link rel="stylesheet"[^>]*>/g;
        const links = html.match(stylesheet) ?? [];
        return html
          .replaceAll(stylesheet, "")
          .replace(/\n\s*<!--page-links-->/, (marker) => links.join("") + marker);
      },
    },
  };
}

/** Preloads the fonts with the styles; the first paint waits at most 0.1 s for them. */
function preloadFonts(files: RegExp): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => files.test(file))
          .map((file) => ({
            tag: "link",
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              href: `/${file}`,
              crossorigin: true,
            },
            injectTo: "head",
          })),
    },
  };
}
