import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type {
  ReadService,
  RenderedPage,
  RenderRequest,
  StoryRequest,
} from "#protocol/wire/pageMarkup";
import { withTimeout } from "../base/withTimeout.ts";
import { isBundled } from "../settings/build.ts";
import type { FromWorker, Job, WorkerData } from "./renderWorker.ts";

/** Renders pages and stories with the build's renderer. */
export interface Renderer {
  /**
   * Renders a page; resolves with undefined if rendering is left to the browser.
   *
   * @param template the build's `index.html`.
   */
  render(template: string, request: RenderRequest): Promise<RenderedPage | undefined>;
  /** Renders a story's HTML; resolves with undefined if the renderer fails or is busy. */
  renderStory(template: string, request: StoryRequest): Promise<string | undefined>;
  close(): Promise<void>;
}

interface RendererOptions {
  webDir: string;
  read: ReadService;
  logger: Logger;
}

/** Maximum number of waiting pages; browsers render further pages. */
const maxWaiting = 32;
/** How long browsers render a failed page, or every page after a renderer failure. */
const pauseMilliseconds = 60_000;
const maxFailed = 1_000;
/** Time limit for rendering once all data is read. */
const maxRenderMilliseconds = 5_000;
/** Time limit for waiting for data and the worker. */
const maxWaitMilliseconds = 10_000;
const maxHeapMegabytes = 256;
/** The worker's file name; the worker is next to this file in both the sources and the build. */
const workerFile = isBundled ? "renderWorker.js" : "renderWorker.ts";

/** What the worker sends last, unless it fails. */
type Result = Extract<FromWorker, { page: unknown } | { story: string }>;

/** A worker thread that has loaded a build's renderer. */
interface RunningWorker {
  worker: Worker;
  /** Number of pages and stories in the queue or being rendered. */
  waiting: number;
  /** The page or story being rendered. */
  rendering?: Job["request"] | undefined;
}

/** Renders in a worker thread, which starts with the first page. */
export class WorkerRenderer implements Renderer {
  readonly #file: string;
  readonly #read: ReadService;
  readonly #logger: Logger;
  #build: string | undefined;
  #running: RunningWorker | undefined;
  #pausedUntil = 0;
  /** Time at which each of this build's failed pages may be rendered again. */
  readonly #failed = new Map<string, number>();

  constructor({ webDir, read, logger }: RendererOptions) {
    this.#file = join(webDir, "..", "renderer", "renderPage.js");
    this.#read = read;
    this.#logger = logger;
  }

  async render(template: string, request: RenderRequest): Promise<RenderedPage | undefined> {
    const result = await this.#request(template, request);
    return result && "page" in result ? result.page : undefined;
  }

  async renderStory(template: string, request: StoryRequest): Promise<string | undefined> {
    const result = await this.#request(template, request);
    return result && "story" in result ? result.story : undefined;
  }

  async #request(template: string, request: Job["request"]): Promise<Result | undefined> {
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
    return withTimeout(this.#renderIn(thread, request), maxWaitMilliseconds).finally(() => {
      thread.waiting -= 1;
    });
  }

  async close(): Promise<void> {
    this.#pausedUntil = Number.POSITIVE_INFINITY;
    await this.#stop();
  }

  #start(template: string): RunningWorker | undefined {
    if (!existsSync(this.#file))
      return this.#pause(`${this.#file} is missing: run \`npm run build\``);
    const worker = new Worker(new URL(`./${workerFile}`, import.meta.url), {
      workerData: { file: pathToFileURL(this.#file).href, template } satisfies WorkerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
      env: {},
      // Suppresses console output, which is meant for visitors; failures arrive as messages.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // The worker must not keep the process alive.
    worker.unref();
    const started = { worker, waiting: 0 };
    worker.on("error", (error) => this.#end(started, error.message));
    worker.on("exit", () => this.#end(started, "the renderer exited"));
    return started;
  }

  /** Resolves with undefined if the page fails, or the thread exits. */
  #renderIn(thread: RunningWorker, request: Job["request"]): Promise<Result | undefined> {
    const { promise, resolve } = Promise.withResolvers<Result | undefined>();
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
        // Before rendering starts, a failure is due to the data, not the page.
        if ("error" in message) this.#noteFailure(request.path, message.error, timer !== undefined);
        else resolve(message);
      }
    });
    thread.worker.postMessage({ request, port: port2 } satisfies Job, [port2]);
    return promise;
  }

  /** Stops a thread. Unless a page caused the failure, browsers render all pages for a while. */
  #end(ended: RunningWorker, reason: string): void {
    if (this.#running !== ended) return;
    if (ended.rendering === undefined) this.#pause(reason);
    else this.#noteFailure(ended.rendering.path, reason);
    void this.#stop();
  }

  /** Logs a failure. If the page caused it, browsers render that page for a while. */
  #noteFailure(path: string, reason: string, isToBlame = true): void {
    this.#logger.error({ reason, path }, "a page was not rendered");
    if (!isToBlame) return;
    if (this.#failed.size >= maxFailed) this.#failed.clear();
    this.#failed.set(path, performance.now() + pauseMilliseconds);
  }

  /** Makes browsers render all pages for a while. */
  #pause(reason: string): undefined {
    this.#pausedUntil = performance.now() + pauseMilliseconds;
    this.#logger.warn({ reason }, "pages are rendered by browsers only");
  }

  /** Stops the thread; browsers render its waiting pages. */
  async #stop(): Promise<void> {
    const ended = this.#running;
    this.#running = undefined;
    await ended?.worker.terminate();
  }
}
