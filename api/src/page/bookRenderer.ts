import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BookPage } from "#protocol/bookMarkup";
import type { BookFiles } from "#protocol/pageMarkup";
import type { RuntimeConfig } from "#protocol/runtimeConfig";
import { startWorker } from "../build.ts";
import type { FromBookWorker, PageOrder } from "./bookWorker.ts";

/** Renders the pages of a book in a worker thread. */
export interface BookRenderer extends AsyncDisposable {
  /** Files of the build that the pages link. */
  files: BookFiles;
  /** Renders a page: an HTML document, whose links are paths of the app and of the build's files. */
  render(page: BookPage): Promise<string>;
}

const mostHeap = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 };

type Build = Extract<FromBookWorker, { builtFor: string }>;

/** Starts the renderer of the build in `webDir`; undefined if there is none, or only a part of another build. */
export async function openBookRenderer(
  webDir: string,
  config: RuntimeConfig,
): Promise<BookRenderer | undefined> {
  const file = resolve(webDir, "..", "renderer", "renderPage.js");
  const template = await readFile(join(webDir, "index.html"), "utf8").catch(() => "");
  if (template === "" || !existsSync(file)) return undefined;
  const { promise: ready, resolve: knowBuild, reject: giveUp } = Promise.withResolvers<Build>();
  const worker = startWorker("page/bookWorker.ts", {
    workerData: { file: pathToFileURL(file).href, config },
    resourceLimits: mostHeap,
    env: {},
  });
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  let failure: Error | undefined;
  let lastId = 0;
  const fail = (error: Error) => {
    failure ??= error;
    giveUp(error);
    for (const { reject } of waiting.values()) reject(error);
  };
  worker.on("message", (message: FromBookWorker) => {
    if ("builtFor" in message) {
      knowBuild(message);
      return;
    }
    const order = waiting.get(message.id);
    waiting.delete(message.id);
    if ("html" in message) order?.resolve(message.html);
    else order?.reject(new Error(message.error));
  });
  worker.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => fail(new Error("The renderer ended.")));

  const { builtFor, files } = await ready;
  if (files === undefined || !template.includes(`"/${builtFor}"`)) {
    await worker.terminate();
    return undefined;
  }
  return {
    files,
    async render(page) {
      if (failure) throw failure;
      lastId += 1;
      const order = Promise.withResolvers<string>();
      waiting.set(lastId, order);
      worker.postMessage({ id: lastId, page } satisfies PageOrder);
      return order.promise;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
