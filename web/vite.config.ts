import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: pathOf("."),
  plugins: [react()],
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
