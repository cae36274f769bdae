// Worker thread of `renderer.ts`: rendering a long story would block the service for hundreds of milliseconds.
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type {
  PageRenderer,
  RenderedPage,
  RenderRequest,
  ServiceAnswer,
} from "#protocol/pageMarkup";

export interface WorkerData {
  /** URL of the renderer of a build. */
  file: string;
  /** HTML that links the first script of the same build. */
  template: string;
}

/** To the worker. */
export type ToWorker =
  | { render: RenderRequest; id: number }
  /** Answer to a read; without one, the read has failed. */
  | { read: number; answer: ServiceAnswer | undefined };

/** From the worker. */
export type FromWorker =
  | { read: number; path: string }
  /** All that a page needs is read; it is rendered now. */
  | { rendering: number; path: string }
  | { id: number; page: RenderedPage | undefined }
  | { id: number; error: string };

if (parentPort === null) throw new Error("This file runs as a worker thread.");
const port = parentPort;
const tell = (message: FromWorker) => port.postMessage(message);

/** Open reads, by number. */
const reads = new Map<number, (answer: ServiceAnswer | undefined) => void>();
let lastRead = 0;

// Safety: `renderer.ts` sends it.
const { file, template } = workerData as WorkerData;
// Safety: `npm run build` has written it.
const renderer = (await import(file)) as PageRenderer;
if (!template.includes(`"/${renderer.builtFor}"`)) {
  throw new Error(`${fileURLToPath(file)} belongs to another build: run \`npm run build\``);
}
port.on("message", (message: ToWorker) => {
  if ("render" in message) void render(message.id, message.render);
  else {
    reads.get(message.read)?.(message.answer);
    reads.delete(message.read);
  }
});

async function render(id: number, request: RenderRequest): Promise<void> {
  try {
    const onRead = () => tell({ rendering: id, path: request.path });
    tell({ id, page: await renderer.renderPage(request, readService, onRead) });
  } catch (error) {
    tell({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

async function readService(path: string): Promise<ServiceAnswer> {
  const { promise, resolve } = Promise.withResolvers<ServiceAnswer | undefined>();
  lastRead += 1;
  reads.set(lastRead, resolve);
  tell({ read: lastRead, path });
  const answer = await promise;
  if (answer === undefined) throw new Error(`The service could not answer ${path}.`);
  return answer;
}
