import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ReadService, RenderedPage, RenderRequest } from "#protocol/wire/pageMarkup";
import { inTime } from "../base/inTime.ts";
import { isBundled } from "../settings/build.ts";
import type { FromWorker, Job, WorkerData } from "./renderWorker.ts";

/** Renders pages of the build in a worker thread, which starts with the first page. */
export interface Renderer {
  /**
   * The rendered page; undefined if only browsers can render it now.
   *
   * @param template the build's `index.html`.
   */
  render(template: string, request: RenderRequest): Promise<RenderedPage | undefined>;
  close(): Promise<void>;
}

interface RendererOptions {
  webDir: string;
  read: ReadService;
  logger: Logger;
}

/** Beyond this number of waiting pages, browsers render. */
const maxWaiting = 32;
/** For this time, browsers render a page that failed, or all pages after a failure of the renderer. */
const pauseMilliseconds = 60_000;
const maxFailed = 1_000;
/** A page that takes longer, once its data is read, fails. */
const maxRenderMilliseconds = 5_000;
/** A page that waits longer for its data and its turn is left to browsers. */
const maxWaitMilliseconds = 10_000;
const maxHeapMegabytes = 256;
/** The build has it beside this code. */
const workerFile = isBundled ? "renderWorker.js" : "renderWorker.ts";

/** A worker thread that has loaded the renderer of one build. */
interface Running {
  worker: Worker;
  /** Number of pages that wait for their data, their turn or their end. */
  waiting: number;
  /** The page that is rendered now. */
  rendering?: RenderRequest | undefined;
}

export function createRenderer({ webDir, read, logger }: RendererOptions): Renderer {
  const file = join(webDir, "..", "renderer", "renderPage.js");
  let build: string | undefined;
  let running: Running | undefined;
  let pausedUntil = 0;
  /** Until when each page of this build that has failed is left to browsers. */
  const failed = new Map<string, number>();

  return {
    async render(template, request) {
      if (template !== build) {
        build = template;
        failed.clear();
        pausedUntil = 0;
        void stop();
      }
      const now = performance.now();
      if (now < pausedUntil || now < (failed.get(request.path) ?? 0)) return undefined;
      running ??= start(template);
      if (running === undefined || running.waiting >= maxWaiting) return undefined;
      const thread = running;
      thread.waiting += 1;
      return inTime(renderIn(thread, request), maxWaitMilliseconds).finally(() => {
        thread.waiting -= 1;
      });
    },
    async close() {
      pausedUntil = Number.POSITIVE_INFINITY;
      await stop();
    },
  };

  function start(template: string): Running | undefined {
    if (!existsSync(file)) return pause(`${file} is missing: run \`npm run build\``);
    const worker = new Worker(new URL(`./${workerFile}`, import.meta.url), {
      workerData: { file: pathToFileURL(file).href, template } satisfies WorkerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
      env: {},
      // What the page's code writes to the console is for its visitors; failures arrive as messages.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // The service's own work keeps the process alive.
    worker.unref();
    const started = { worker, waiting: 0 };
    worker.on("error", (error) => end(started, error.message));
    worker.on("exit", () => end(started, "the renderer exited"));
    return started;
  }

  /** Resolves with undefined when the page fails or the thread ends. */
  function renderIn(thread: Running, request: RenderRequest): Promise<RenderedPage | undefined> {
    const { promise, resolve } = Promise.withResolvers<RenderedPage | undefined>();
    const { port1, port2 } = new MessageChannel();
    let timer: NodeJS.Timeout | undefined;
    port1.on("close", () => resolve(undefined));
    port1.on("message", async (message: FromWorker) => {
      if (message === "rendering") {
        thread.rendering = request;
        timer = setTimeout(end, maxRenderMilliseconds, thread, "a page took too long").unref();
      } else if ("read" in message) {
        message.port.postMessage(await read(message.read).catch(() => undefined));
      } else {
        clearTimeout(timer);
        if (thread.rendering === request) thread.rendering = undefined;
        // What fails before has not got its data.
        if ("error" in message) noteFailure(request.path, message.error, timer !== undefined);
        else resolve(message.page);
      }
    });
    thread.worker.postMessage({ request, port: port2 } satisfies Job, [port2]);
    return promise;
  }

  /** Ends a thread. Unless the page that it renders is to blame, browsers render for a while. */
  function end(ended: Running, reason: string): void {
    if (running !== ended) return;
    if (ended.rendering === undefined) pause(reason);
    else noteFailure(ended.rendering.path, reason);
    void stop();
  }

  /** Logs a failure, and leaves the page to browsers if it is to blame. */
  function noteFailure(path: string, reason: string, isToBlame = true): void {
    logger.error({ reason, path }, "a page was not rendered");
    if (!isToBlame) return;
    if (failed.size >= maxFailed) failed.clear();
    failed.set(path, performance.now() + pauseMilliseconds);
  }

  /** Leaves rendering to browsers for a while. */
  function pause(reason: string): undefined {
    pausedUntil = performance.now() + pauseMilliseconds;
    logger.warn({ reason }, "pages are rendered by browsers only");
  }

  /** Ends the thread; the pages that wait for it are left to browsers. */
  async function stop(): Promise<void> {
    const ended = running;
    running = undefined;
    await ended?.worker.terminate();
  }
}
