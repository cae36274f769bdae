import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ReadService, RenderedPage, RenderRequest } from "#protocol/pageMarkup";
import { isBundled } from "../settings/build.ts";
import type { FromWorker, ToWorker } from "./renderWorker.ts";

/** The build's `index.html`; another object after each change. */
export interface PageTemplate {
  html: string;
}

/** Renders pages of the build in a worker thread, which starts with the first page. */
export interface Renderer {
  /** The rendered page; undefined if only browsers can render it now, `failed` if the page is to blame. */
  render(template: PageTemplate, request: RenderRequest): Promise<Outcome>;
  close(): Promise<void>;
}

interface RendererOptions {
  webDir: string;
  read: ReadService;
  logger: Logger;
  /** A page that takes more CPU fails. */
  maxCpuMilliseconds: number;
}

type Outcome = RenderedPage | "failed" | undefined;

/** Beyond this number of waiting pages, browsers render. */
const maxWaiting = 32;
/** After a failure of the renderer, browsers render for this time. */
const pauseMilliseconds = 2_000;
/** A page that waits longer is left to browsers. */
const renderTimeoutMilliseconds = 10_000;
const cpuCheckMilliseconds = 50;
const maxHeapMegabytes = 256;
/** The build has it beside this code. */
const workerFile = isBundled ? "renderWorker.js" : "renderWorker.ts";

/** A worker thread that has loaded the renderer of one build. */
interface Running {
  worker: Worker;
  template: PageTemplate;
  /** Whether the renderer belongs to the template's build. */
  isFitting: Promise<boolean>;
  /** What settles each page that is read or rendered. */
  jobs: Map<number, (outcome: Outcome) => void>;
  /** The page that is rendered now. */
  rendering?: { id: number; path: string } | undefined;
}

export function createRenderer(options: RendererOptions): Renderer {
  const { webDir, read, logger, maxCpuMilliseconds } = options;
  const file = join(webDir, "..", "renderer", "renderPage.js");
  let running: Running | undefined;
  let pausedUntil = 0;
  let lastId = 0;
  let isReported = false;

  return {
    async render(template, request) {
      if (performance.now() < pausedUntil) return undefined;
      if (running !== undefined && running.template !== template) stop(running);
      running ??= start(template);
      const { worker, jobs, isFitting } = running ?? {};
      if (!worker || !jobs || jobs.size >= maxWaiting || !(await isFitting)) return undefined;
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      lastId += 1;
      const id = lastId;
      jobs.set(id, resolve);
      worker.postMessage({ render: request, id } satisfies ToWorker);
      const timer = setTimeout(resolve, renderTimeoutMilliseconds, undefined).unref();
      return promise.finally(() => {
        clearTimeout(timer);
        jobs.delete(id);
      });
    },
    async close() {
      pausedUntil = Number.POSITIVE_INFINITY;
      await (running && stop(running));
    },
  };

  function start(template: PageTemplate): Running | undefined {
    if (!existsSync(file)) return pause(`${file} is missing: run \`npm run build\``);
    const worker = new Worker(new URL(`./${workerFile}`, import.meta.url), {
      workerData: { file: pathToFileURL(file).href },
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
    const { promise: isFitting, resolve: knowFit } = Promise.withResolvers<boolean>();
    const started: Running = { worker, template, isFitting, jobs: new Map() };
    worker.on("message", (message: FromWorker) => {
      if ("builtFor" in message) {
        const fits = template.html.includes(`"/${message.builtFor}"`);
        if (fits) isReported = false;
        else fail(started, `${file} belongs to another build: run \`npm run build\``);
        knowFit(fits);
      } else if ("read" in message) void answer(worker, message.read, message.path);
      else if ("rendering" in message) {
        const { rendering: id, path } = message;
        started.rendering = { id, path };
        void limitCpu(started, id);
      } else {
        const isAtFault = "error" in message && started.rendering?.id === message.id;
        if (started.rendering?.id === message.id) started.rendering = undefined;
        if ("error" in message) logger.error({ err: message.error }, "a page was not rendered");
        const page = "page" in message ? message.page : undefined;
        started.jobs.get(message.id)?.(isAtFault ? "failed" : page);
      }
    });
    worker.on("error", (error) => fail(started, `the renderer failed: ${error.message}`));
    worker.on("exit", () => {
      fail(started, "the renderer ended");
      knowFit(false);
    });
    return started;
  }

  async function answer(worker: Worker, id: number, path: string): Promise<void> {
    const given = await read(path).catch(() => undefined);
    worker.postMessage({ read: id, answer: given } satisfies ToWorker);
  }

  /** Stops a thread whose page takes too much CPU. Waiting for the CPU does not count. */
  async function limitCpu(started: Running, id: number): Promise<void> {
    let before: NodeJS.CpuUsage | undefined;
    for (;;) {
      await delay(cpuCheckMilliseconds, undefined, { ref: false });
      if (started.rendering?.id !== id) return;
      const used = await started.worker.cpuUsage(before).catch(() => undefined);
      // It may have ended meanwhile.
      if (used === undefined || started.rendering?.id !== id) return;
      if (before === undefined) before = used;
      else if ((used.user + used.system) / 1_000 > maxCpuMilliseconds) {
        fail(started, "a page took too much CPU");
        return;
      }
    }
  }

  /** Ends a thread. Unless the page that it renders is to blame, browsers render for a while. */
  function fail(ended: Running, reason: string): void {
    if (running !== ended) return;
    const { rendering } = ended;
    if (rendering === undefined) pause(reason);
    else logger.error({ reason, path: rendering.path }, "a page was not rendered");
    void stop(ended);
  }

  /** Leaves rendering to browsers for a while; logs the reason once. */
  function pause(reason: string): undefined {
    pausedUntil = performance.now() + pauseMilliseconds;
    if (!isReported) logger.warn({ reason }, "pages are rendered by browsers only");
    isReported = true;
  }

  /** Ends a thread; the pages that wait for it are left to browsers. */
  async function stop({ worker, jobs, rendering }: Running): Promise<void> {
    running = undefined;
    for (const [id, settle] of jobs) settle(id === rendering?.id ? "failed" : undefined);
    await worker.terminate();
  }
}
