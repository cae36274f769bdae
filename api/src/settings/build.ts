import { resolve } from "node:path";

/** Whether this code is bundled by `npm run build` into a single folder. */
export const isBundled = import.meta.filename.endsWith(".js");

/** Folder of the production build: this bundle's folder, otherwise the project's `dist/`. */
export const buildFolder = isBundled
  ? import.meta.dirname
  : resolve(import.meta.dirname, "../../../dist");
