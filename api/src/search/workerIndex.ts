import type { Worker } from "node:worker_threads";
import type { DrifterId } from "#protocol/drifterId";
import { startWorker } from "../build.ts";
import type { KnownStories } from "../narratives/store.ts";
import type { SearchIndex, StoryVersion } from "./searchIndex.ts";
import type { SqliteIndex } from "./sqliteIndex.ts";
import type { WorkerRequest, WorkerResponse } from "./sqliteWorker.ts";

type Method = WorkerRequest["method"];

interface Pending {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** An `SqliteIndex` in a worker thread, which `open` starts. */
export class WorkerIndex implements SearchIndex {
  readonly #path: string;
  /** Calls without an answer; the thread answers in order. */
  readonly #pending: Pending[] = [];
  #worker: Worker | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  open: SearchIndex["open"] = async (stories) => {
    this.#worker ??= this.#start();
    return differences(await this.#call("load"), stories);
  };
  put: SearchIndex["put"] = (stories) => this.#call("put", stories);
  remove: SearchIndex["remove"] = (drifterIds) => this.#call("remove", drifterIds);
  search: SearchIndex["search"] = (terms, offset, limit) =>
    this.#call("search", terms, offset, limit);
  matching: SearchIndex["matching"] = (terms) => this.#call("matching", terms);
  beginnings: SearchIndex["beginnings"] = (drifterIds) => this.#call("beginnings", drifterIds);
  mentionedIn: SearchIndex["mentionedIn"] = (drifterId) => this.#call("mentionedIn", drifterId);

  async close(): Promise<void> {
    if (this.#worker === undefined) return;
    await this.#call("close");
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startWorker("search/sqliteWorker.ts", { workerData: this.#path });
    worker.unref();
    worker.on("message", ({ result, error }: WorkerResponse) => {
      const pending = this.#pending.shift();
      if (error === undefined) pending?.resolve(result as never);
      else pending?.reject(error);
    });
    worker.on("error", (error) => this.#fail(worker, error));
    worker.on("exit", () => this.#fail(worker, new Error("The search's thread has ended.")));
    return worker;
  }

  #fail(worker: Worker, error: unknown): void {
    if (this.#worker === worker) this.#worker = undefined;
    for (const { reject } of this.#pending.splice(0)) reject(error);
  }

  #call<Name extends Method>(
    method: Name,
    ...args: Parameters<SqliteIndex[Name]>
  ): Promise<ReturnType<SqliteIndex[Name]>> {
    return new Promise((resolve, reject) => {
      if (this.#worker === undefined) throw new Error("The search's thread has ended.");
      this.#pending.push({ resolve, reject });
      this.#worker.postMessage({ method, args } satisfies WorkerRequest);
    });
  }
}

/** Drifters whose indexed version is not that of their story. */
export function differences(indexed: readonly StoryVersion[], stories: KnownStories): DrifterId[] {
  const versions = new Map(indexed.map((story) => [story.drifterId, versionOf(story)]));
  const gone = [...versions.keys()].filter((drifterId) => !stories.has(drifterId));
  const changed = stories
    .page(Number.POSITIVE_INFINITY)
    .filter((item) => versions.get(item.drifterId) !== versionOf(item));
  return [...gone, ...changed.map(({ drifterId }) => drifterId)];
}

function versionOf({ revision, savedAt }: StoryVersion): string {
  return `${revision} ${savedAt}`;
}
