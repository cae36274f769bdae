import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ReadService, RenderedPage, RenderRequest } from "#protocol/wire/pageMarkup";
import { inTime } from "../base/inTime.ts";
import { isBundled } from "../settings/build.ts";
import type { FromWorker, Job, WorkerData } from "./renderWorker.ts";

/** Renders pages of the build. */
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

/** Renders in a worker thread, which starts with the first page. */
export class WorkerRenderer implements Renderer {
  readonly #file: string;
  readonly #read: ReadService;
  readonly #logger: Logger;
  #build: string | undefined;
  #running: Running | undefined;
  #pausedUntil = 0;
  /** When browsers stop rendering each page of this build that has failed. */
  readonly #failed = new Map<string, number>();

  constructor({ webDir, read, logger }: RendererOptions) {
    this.#file = join(webDir, "..", "renderer", "renderPage.js");
    this.#read = read;
    this.#logger = logger;
  }

  async render(template: string, request: RenderRequest): Promise<RenderedPage | undefined> {
    if (template !== this.#build) {
      this.#build = template;
      this.#failed.clear();
      this.#pausedUntil = 0;
      void this.#stop();
    }
    const now = performance.now();
    if (now < this.#pausedUntil || now < (this.#failed.get(request.path) ?? 0)) return undefined;
    this.#running ??= this.#start(template);
    if (this.#running === undefined || this.#running.waiting >= maxWaiting) return undefined;
    const thread = this.#running;
    thread.waiting += 1;
    return inTime(this.#renderIn(thread, request), maxWaitMilliseconds).finally(() => {
      thread.waiting -= 1;
    });
  }

  async close(): Promise<void> {
    this.#pausedUntil = Number.POSITIVE_INFINITY;
    await this.#stop();
  }

  #start(template: string): Running | undefined {
    if (!existsSync(this.#file))
      return this.#pause(`${this.#file} is missing: run \`npm run build\``);
    const worker = new Worker(new URL(`./${workerFile}`, import.meta.url), {
      workerData: { file: pathToFileURL(this.#file).href, template } satisfies WorkerData,
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
    worker.on("error", (error) => this.#end(started, error.message));
    worker.on("exit", () => this.#end(started, "the renderer exited"));
    return started;
  }

  /** Resolves with undefined when the page fails or the thread ends. */
  #renderIn(thread: Running, request: RenderRequest): Promise<RenderedPage | undefined> {
    const { promise, resolve } = Promise.withResolvers<RenderedPage | undefined>();
    const { port1, port2 } = new MessageChannel();
    let timer: NodeJS.Timeout | undefined;
    port1.on("close", () => resolve(undefined));
    port1.on("message", async (message: FromWorker) => {
      if (message === "rendering") {
        thread.rendering = request;
        timer = setTimeout(() => {
          this.#end(thread, "a page took too long");
        }, maxRenderMilliseconds).unref();
      } else if ("read" in message) {
        message.port.postMessage(await this.#read(message.read).catch(() => undefined));
      } else {
        clearTimeout(timer);
        if (thread.rendering === request) thread.rendering = undefined;
        // What fails before has not got its data.
        if ("error" in message) this.#noteFailure(request.path, message.error, timer !== undefined);
        else resolve(message.page);
      }
    });
    thread.worker.postMessage({ request, port: port2 } satisfies Job, [port2]);
    return promise;
  }

  /** Ends a thread. Unless the page that it renders is to blame, browsers render for a while. */
  #end(ended: Running, reason: string): void {
    if (this.#running !== ended) return;
    if (ended.rendering === undefined) this.#pause(reason);
    else this.#noteFailure(ended.rendering.path, reason);
    void this.#stop();
  }

  /** Logs a failure, and leaves the page to browsers if it is to blame. */
  #noteFailure(path: string, reason: string, isToBlame = true): void {
    this.#logger.error({ reason, path }, "a page was not rendered");
    if (!isToBlame) return;
    if (this.#failed.size >= maxFailed) this.#failed.clear();
    this.#failed.set(path, performance.now() + pauseMilliseconds);
  }

  /** Leaves rendering to browsers for a while. */
  #pause(reason: string): undefined {
    this.#pausedUntil = performance.now() + pauseMilliseconds;
    this.#logger.warn({ reason }, "pages are rendered by browsers only");
  }

  /** Ends the thread; the pages that wait for it are left to browsers. */
  async #stop(): Promise<void> {
    const ended = this.#running;
    this.#running = undefined;
    await ended?.worker.terminate();
  }
}
