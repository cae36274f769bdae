import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ReadService, RenderedPage, RenderRequest } from "#protocol/pageMarkup";
import { inTime } from "../http/inTime.ts";
import { isBundled } from "../settings/build.ts";
import type { FromWorker, ToWorker, WorkerData } from "./renderWorker.ts";

/** The build's `index.html`; another object after each change. */
export interface PageTemplate {
  html: string;
}

/** Renders pages of the build in a worker thread, which starts with the first page. */
export interface Renderer {
  /** The rendered page; undefined if only browsers can render it now. */
  render(template: PageTemplate, request: RenderRequest): Promise<RenderedPage | undefined>;
  close(): Promise<void>;
}

interface RendererOptions {
  webDir: string;
  read: ReadService;
  logger: Logger;
  /** A page that takes longer, once its data is read, fails. */
  maxRenderMilliseconds?: number;
}

/** Beyond this number of waiting pages, browsers render. */
const maxWaiting = 32;
/** After a failure of the renderer, browsers render for this time. */
const pauseMilliseconds = 2_000;
/** For so long, a page that failed is left to browsers. */
const failureMilliseconds = 60_000;
const maxFailed = 1_000;
/** A page that waits longer for its data and its turn is left to browsers. */
const maxWaitMilliseconds = 10_000;
const maxHeapMegabytes = 256;
/** The build has it beside this code. */
const workerFile = isBundled ? "renderWorker.js" : "renderWorker.ts";

/** A worker thread that has loaded the renderer of one build. */
interface Running {
  worker: Worker;
  /** What settles each page that is read or rendered. */
  jobs: Map<number, (page?: RenderedPage) => void>;
  /** The page that is rendered now. */
  rendering?: { id: number; path: string } | undefined;
}

export function createRenderer(options: RendererOptions): Renderer {
  const { webDir, read, logger, maxRenderMilliseconds = 5_000 } = options;
  const file = join(webDir, "..", "renderer", "renderPage.js");
  let build: PageTemplate | undefined;
  let running: Running | undefined;
  let pausedUntil = 0;
  /** Until when each page of this build that has failed is left to browsers. */
  const failed = new Map<string, number>();
  let lastId = 0;
  let isReported = false;

  return {
    async render(template, request) {
      if (template !== build) {
        build = template;
        failed.clear();
        if (running !== undefined) void stop(running);
      }
      const now = performance.now();
      if (now < pausedUntil || now < (failed.get(request.path) ?? 0)) return undefined;
      running ??= start(template);
      if (running === undefined || running.jobs.size >= maxWaiting) return undefined;
      const { worker, jobs } = running;
      const { promise, resolve } = Promise.withResolvers<RenderedPage | undefined>();
      lastId += 1;
      const id = lastId;
      jobs.set(id, resolve);
      worker.postMessage({ render: request, id } satisfies ToWorker);
      return inTime(promise, maxWaitMilliseconds).finally(() => jobs.delete(id));
    },
    async close() {
      pausedUntil = Number.POSITIVE_INFINITY;
      await (running && stop(running));
    },
  };

  function start(template: PageTemplate): Running | undefined {
    if (!existsSync(file)) return pause(`${file} is missing: run \`npm run build\``);
    const worker = new Worker(new URL(`./${workerFile}`, import.meta.url), {
      workerData: { file: pathToFileURL(file).href, template: template.html } satisfies WorkerData,
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
    const started: Running = { worker, jobs: new Map() };
    worker.on("message", (message: FromWorker) => {
      if ("read" in message) void answer(worker, message.read, message.path);
      else if ("rendering" in message) {
        const rendering = { id: message.rendering, path: message.path };
        started.rendering = rendering;
        setTimeout(() => {
          if (started.rendering === rendering) end(started, "a page took too long");
        }, maxRenderMilliseconds).unref();
      } else {
        const { rendering } = started;
        isReported = false;
        if ("error" in message) {
          logger.error({ err: message.error }, "a page was not rendered");
          if (rendering?.id === message.id) noteFailure(rendering.path);
        }
        if (rendering?.id === message.id) started.rendering = undefined;
        started.jobs.get(message.id)?.("page" in message ? message.page : undefined);
      }
    });
    worker.on("error", (error) => end(started, error.message));
    worker.on("exit", () => end(started, "the renderer ended"));
    return started;
  }

  async function answer(worker: Worker, id: number, path: string): Promise<void> {
    const given = await read(path).catch(() => undefined);
    worker.postMessage({ read: id, answer: given } satisfies ToWorker);
  }

  /** Ends a thread. Unless the page that it renders is to blame, browsers render for a while. */
  function end(ended: Running, reason: string): void {
    if (running !== ended) return;
    const { rendering } = ended;
    if (rendering === undefined) pause(reason);
    else {
      noteFailure(rendering.path);
      logger.error({ reason, path: rendering.path }, "a page was not rendered");
    }
    void stop(ended);
  }

  function noteFailure(path: string): void {
    if (failed.size >= maxFailed) failed.clear();
    failed.set(path, performance.now() + failureMilliseconds);
  }

  /** Leaves rendering to browsers for a while; logs the reason once. */
  function pause(reason: string): undefined {
    pausedUntil = performance.now() + pauseMilliseconds;
    if (!isReported) logger.warn({ reason }, "pages are rendered by browsers only");
    isReported = true;
  }

  /** Ends a thread; the pages that wait for it are left to browsers. */
  async function stop({ worker, jobs }: Running): Promise<void> {
    running = undefined;
    for (const settle of jobs.values()) settle();
    await worker.terminate();
  }
}
