import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";

// As our page is built: split by the bundler, minified, compressed beforehand.
export default defineConfig({
  plugins: [
    react(),
    compression({
      include: /\.(js|css|svg)$/,
      threshold: 1_024,
      algorithms: ["gzip", "brotliCompress"],
    }),
  ],
  build: { outDir: "dist", emptyOutDir: true },
});
