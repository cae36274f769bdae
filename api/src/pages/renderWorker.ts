// Worker thread of `renderer.ts`: rendering a long story would block the service for hundreds of milliseconds.
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort, parentPort, workerData } from "node:worker_threads";
import type {
  PageRenderer,
  RenderedPage,
  RenderRequest,
  ServiceResponse,
  StoryRequest,
} from "#protocol/wire/pageMarkup";

export interface WorkerData {
  /** URL of the build's renderer module. */
  file: string;
  /** HTML that links to the same build's first script. */
  template: string;
}

/** A page or a story to render, and the port for the result. */
export interface Job {
  request: RenderRequest | StoryRequest;
  port: MessagePort;
}

export type FromWorker =
  /** A path that the page needs, and the port for the response (undefined after a failed read). */
  | { read: string; port: MessagePort }
  /** Sent when all data has been read, and rendering starts. */
  | "rendering"
  | { page: RenderedPage | undefined }
  | { story: string }
  | { error: string };

if (parentPort === null) throw new Error("This file runs as a worker thread.");
// Safety: `renderer.ts` sends this data.
const { file, template } = workerData as WorkerData;
// Safety: `npm run build` wrote the module.
const renderer = (await import(file)) as PageRenderer;
if (!template.includes(`"/${renderer.builtFor}"`)) {
  throw new Error(`${fileURLToPath(file)} belongs to a different build: run \`npm run build\``);
}
parentPort.on("message", async ({ request, port }: Job) => {
  const send = (message: FromWorker, moved: MessagePort[] = []) => port.postMessage(message, moved);
  try {
    const onRead = () => send("rendering");
    if ("narrative" in request) {
      onRead();
      send({ story: await renderer.renderStory(request.narrative) });
    } else send({ page: await renderer.renderPage(request, read, onRead) });
  } catch (error) {
    send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  port.close();

  async function read(path: string): Promise<ServiceResponse> {
    const { port1, port2 } = new MessageChannel();
    send({ read: path, port: port2 }, [port2]);
    const [response] = await once(port1, "message");
    port1.close();
    if (response === undefined) throw new Error(`The service could not read ${path}.`);
    return response;
  }
});
