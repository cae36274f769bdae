import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compression } from "vite-plugin-compression2";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: pathOf("."),
  plugins: [
    react(),
    preloadFonts(/^assets\/(big-shoulders-display|alegreya)-latin-(wght|800)-normal-.*\.woff2$/),
    // Served as they are, so that nobody compresses the same file at each request.
    compression({
      include: /\.(js|css|svg)$/,
      threshold: 1_024,
      algorithms: ["gzip", "brotliCompress"],
    }),
  ],
  resolve: {
    // WalletConnect's client names it for a dialog of its own, which this app never opens.
    alias: {
      "@reown/appkit/core": pathOf("src/wallet/relay/nothing.ts"),
    },
  },
  // All that any part of the page needs is made ready at once: what is found later reloads the page.
  optimizeDeps: { entries: ["index.html", "src/**/*.{ts,tsx}"] },
  server: {
    // The doors #protocol and #chain lead out of this folder.
    fs: { allow: [pathOf("..")] },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // Everything is a file of its own, so that the content security policy needs no `data:`.
    assetsInlineLimit: 0,
  },
});

/** Lets browsers fetch what every page is set in with its styles, not after them: text that is set anew jumps. */
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
