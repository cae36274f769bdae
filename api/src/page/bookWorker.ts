// Worker thread that renders the pages of books.
import { parentPort, workerData } from "node:worker_threads";
import type { BookPage } from "#protocol/bookMarkup";
import type { BookFiles, PageRenderer } from "#protocol/pageMarkup";

/** To the worker. */
export interface PageOrder {
  id: number;
  page: BookPage;
}

/** From the worker: first its build, whose files are undefined if it cannot render books. */
export type FromBookWorker =
  | { builtFor: string; files: BookFiles | undefined }
  | { id: number; html: string }
  | { id: number; error: string };

if (parentPort === null) throw new Error("This file runs as a worker thread.");
const port = parentPort;
const tell = (message: FromBookWorker) => port.postMessage(message);
// Safety: `npm run build` has written it.
const renderer = (await import(workerData.file)) as PageRenderer;
tell({ builtFor: renderer.builtFor, files: renderer.bookFiles });

port.on("message", async ({ id, page }: PageOrder) => {
  try {
    tell({ id, html: await renderer.renderBookPage(page, workerData.config) });
  } catch (error) {
    tell({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
