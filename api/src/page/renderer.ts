import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ReadService, RenderedPage, RenderRequest } from "#protocol/pageMarkup";
import { startWorker } from "../build.ts";
import type { PageTemplate } from "./pageTemplate.ts";
import type { FromWorker, ToWorker } from "./renderWorker.ts";

/** Renders pages of the build in a worker thread, which starts with the first page. */
export interface Renderer {
  /** The rendered page; undefined if only browsers can render it, now or always. */
  render(template: PageTemplate, request: RenderRequest): Promise<RenderedPage | undefined>;
  close(): Promise<void>;
}

interface RendererOptions {
  webDir: string;
  read: ReadService;
  logger: Logger;
}

/** Beyond this number of waiting pages, browsers render. */
const mostWaiting = 32;
/** After a failure, browsers render for this time. */
const pauseMilliseconds = 2_000;
const longestRenderMilliseconds = 10_000;
const mostHeapMegabytes = 256;

/** A page that is being rendered. */
interface Job {
  settle(page: RenderedPage | undefined): void;
  timer: NodeJS.Timeout;
}

/** A worker thread that has loaded the renderer of one build. */
interface Running {
  worker: Worker;
  template: PageTemplate;
  /** Whether the renderer belongs to the template's build. */
  isFitting: Promise<boolean>;
  jobs: Map<number, Job>;
}

export function createRenderer({ webDir, read, logger }: RendererOptions): Renderer {
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
      const { worker, jobs, isFitting } = running;
      if (jobs.size >= mostWaiting || !(await isFitting)) return undefined;
      return new Promise((settle) => {
        lastId += 1;
        const timer = setTimeout(fail, longestRenderMilliseconds, "a page took too long").unref();
        jobs.set(lastId, { settle, timer });
        worker.postMessage({ render: request, id: lastId } satisfies ToWorker);
      });
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
    const jobs = new Map<number, Job>();
    worker.on("message", (message: FromWorker) => {
      if ("builtFor" in message) {
        const fits = template.html.includes(`"/${message.builtFor}"`);
        if (!fits) fail(`${file} belongs to another build: run \`npm run build\``);
        else isReported = false;
        knowFit(fits);
      } else if ("path" in message) void answer(worker, message.read, message.path);
      else {
        if ("error" in message) logger.error({ err: message.error }, "a page was not rendered");
        end(jobs, message.id, "page" in message ? message.page : undefined);
      }
    });
    worker.on("error", (error) => fail(`the renderer failed: ${error.message}`));
    worker.on("exit", () => {
      if (running?.worker === worker) fail("the renderer ended");
      knowFit(false);
      for (const id of [...jobs.keys()]) end(jobs, id, undefined);
    });
    return { worker, template, isFitting, jobs };
  }

  async function answer(worker: Worker, id: number, path: string): Promise<void> {
    const given = await read(path).catch(() => undefined);
    worker.postMessage({ read: id, answer: given } satisfies ToWorker);
  }

  function end(jobs: Map<number, Job>, id: number, page: RenderedPage | undefined): void {
    const job = jobs.get(id);
    clearTimeout(job?.timer);
    jobs.delete(id);
    job?.settle(page);
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
