import { resolve } from "node:path";

/** Whether this code is the bundle of `npm run build`, whose files are in one folder. */
export const isBundled = import.meta.filename.endsWith(".js");

/** Folder of the production build: of this file if it is a part of it, otherwise that of the project. */
export const buildFolder = isBundled
  ? import.meta.dirname
  : resolve(import.meta.dirname, "../../../dist");
