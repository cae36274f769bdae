import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ReadService, RenderedPage, RenderRequest } from "#protocol/pageMarkup";
import { startWorker } from "../build.ts";
import type { PageTemplate } from "./pageTemplate.ts";
import type { FromWorker, ToWorker } from "./renderWorker.ts";

/** Renders pages of the build in a worker thread, which starts with the first page. */
export interface Renderer {
  /** The rendered page; undefined if only browsers can render it now, `failed` if the page is to blame. */
  render(
    template: PageTemplate,
    request: RenderRequest,
  ): Promise<RenderedPage | "failed" | undefined>;
  close(): Promise<void>;
}

interface RendererOptions {
  webDir: string;
  read: ReadService;
  logger: Logger;
  /** A page that takes more CPU fails. */
  maxCpuMilliseconds: number;
}

/** Beyond this number of waiting pages, browsers render. */
const mostWaiting = 32;
/** After a failure, browsers render for this time. */
const pauseMilliseconds = 2_000;
/** A page that waits longer is left to browsers. */
const renderTimeoutMilliseconds = 10_000;
const cpuCheckMilliseconds = 50;
const mostHeapMegabytes = 256;

type Outcome = Awaited<ReturnType<Renderer["render"]>>;

/** A page that is read or rendered. */
interface Job {
  request: RenderRequest;
  settle(outcome: Outcome): void;
  timer: NodeJS.Timeout;
}

/** A worker thread that has loaded the renderer of one build. */
interface Running {
  worker: Worker;
  template: PageTemplate;
  /** Whether the renderer belongs to the template's build. */
  isFitting: Promise<boolean>;
  jobs: Map<number, Job>;
  /** The job whose page is rendered now. */
  rendering?: number | undefined;
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
      if (running !== undefined && running.template !== template) await stop(running);
      running ??= start(template);
      if (running === undefined) return undefined;
      if (running.jobs.size >= mostWaiting || !(await running.isFitting)) return undefined;
      const { promise, resolve: settle } = Promise.withResolvers<Outcome>();
      lastId += 1;
      const id = lastId;
      const leave = () => running && end(running, id, undefined);
      const timer = setTimeout(leave, renderTimeoutMilliseconds).unref();
      assign(running, id, { request, settle, timer });
      return promise;
    },
    async close() {
      if (running !== undefined) await stop(running);
      pausedUntil = Number.POSITIVE_INFINITY;
    },
  };

  function start(template: PageTemplate): Running | undefined {
    if (!existsSync(file)) return fail(`${file} is missing: run \`npm run build\``);
    const worker = startWorker("page/renderWorker.ts", {
      workerData: { file: pathToFileURL(file).href },
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMegabytes },
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
        if (!fits) fail(`${file} belongs to another build: run \`npm run build\``);
        else isReported = false;
        knowFit(fits);
      } else if ("path" in message) void answer(worker, message.read, message.path);
      else if ("rendering" in message) {
        started.rendering = message.rendering;
        void limitCpu(started, message.rendering);
      } else {
        const isItsFault = "error" in message && started.rendering === message.id;
        if (started.rendering === message.id) started.rendering = undefined;
        if ("error" in message) logger.error({ err: message.error }, "a page was not rendered");
        end(
          started,
          message.id,
          "page" in message ? message.page : isItsFault ? "failed" : undefined,
        );
      }
    });
    worker.on("error", (error) => giveUp(started, `the renderer failed: ${error.message}`));
    worker.on("exit", () => {
      giveUp(started, "the renderer ended");
      knowFit(false);
      for (const id of started.jobs.keys()) end(started, id, undefined);
    });
    return started;
  }

  function assign({ worker, jobs }: Running, id: number, job: Job): void {
    jobs.set(id, job);
    worker.postMessage({ render: job.request, id } satisfies ToWorker);
  }

  /** Stops a thread whose page takes too much CPU. Waiting for the CPU does not count. */
  async function limitCpu(started: Running, id: number): Promise<void> {
    const { worker } = started;
    let before: NodeJS.CpuUsage | undefined;
    for (;;) {
      await delay(cpuCheckMilliseconds, undefined, { ref: false });
      if (started.rendering !== id) return;
      const used = await worker.cpuUsage(before).catch(() => undefined);
      if (used === undefined || started.rendering !== id) return;
      if (before === undefined) before = used;
      else if ((used.user + used.system) / 1_000 > maxCpuMilliseconds) {
        giveUp(started, "a page took too much CPU");
        return;
      }
    }
  }

  /** Ends a thread. If the page that it renders is to blame, another thread goes on with the others. */
  function giveUp(ended: Running, reason: string): void {
    if (running !== ended) return;
    const { rendering, template, jobs } = ended;
    if (rendering === undefined) {
      fail(reason);
      return;
    }
    logger.error({ reason, path: jobs.get(rendering)?.request.path }, "a page was not rendered");
    end(ended, rendering, "failed");
    const waiting = [...jobs];
    jobs.clear();
    void stop(ended);
    running = start(template);
    for (const [id, job] of waiting) {
      if (running) assign(running, id, job);
      else job.settle(undefined);
    }
  }

  async function answer(worker: Worker, id: number, path: string): Promise<void> {
    const given = await read(path).catch(() => undefined);
    worker.postMessage({ read: id, answer: given } satisfies ToWorker);
  }

  function end(started: Running, id: number, outcome: Outcome): void {
    const job = started.jobs.get(id);
    clearTimeout(job?.timer);
    started.jobs.delete(id);
    job?.settle(outcome);
  }

  /** Leaves rendering to browsers for a while; logs the reason once. */
  function fail(reason: string): undefined {
    pausedUntil = performance.now() + pauseMilliseconds;
    if (!isReported) logger.warn({ reason }, "pages are rendered by browsers only");
    isReported = true;
    if (running !== undefined) void stop(running);
  }

  async function stop({ worker }: Running): Promise<void> {
    running = undefined;
    await worker.terminate();
  }
}
