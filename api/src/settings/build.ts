import { resolve } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** Whether this code is the bundle of `npm run build`, whose files are in one folder. */
const isBundled = import.meta.filename.endsWith(".js");

/** Folder of the production build: of this file if it is a part of it, otherwise that of the project. */
export const buildFolder = isBundled
  ? import.meta.dirname
  : resolve(import.meta.dirname, "../../../dist");

/** Starts a worker thread. */
export function startWorker(path: "pages/renderWorker.ts", options: WorkerOptions): Worker {
  const file = isBundled ? path.replace(/^.*\/(.*)\.ts$/, "$1.js") : path;
  return new Worker(new URL(`./${file}`, import.meta.url), {
    ...options,
  });
}
