import type { DrifterId } from "#protocol/drifterId";
import type { KnownStories } from "../narratives/store.ts";
import { IndexThread } from "./indexThread.ts";
import type { SearchIndex, StoryVersion } from "./searchIndex.ts";
import type { SqliteIndex } from "./sqliteIndex.ts";
import type { WorkerRequest } from "./sqliteWorker.ts";

/** A thread takes about 13 MB. */
const defaultIdleMilliseconds = 10_000;

/** An `SqliteIndex` in a worker thread, which ends after some seconds without a call; the next call starts another. */
export class WorkerIndex implements SearchIndex {
  readonly #path: string;
  readonly #idleMilliseconds: number;
  #thread: IndexThread | undefined;
  /** Whether a new thread can open the index without `open`. */
  #isOpen = false;
  #callsInProgress = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(path: string, idleMilliseconds = defaultIdleMilliseconds) {
    this.#path = path;
    this.#idleMilliseconds = idleMilliseconds;
  }

  open: SearchIndex["open"] = async (stories) => {
    this.#thread ??= this.#start();
    const indexed = await this.#call("load");
    this.#isOpen = true;
    return differences(indexed, stories);
  };
  put: SearchIndex["put"] = (stories) => this.#call("put", stories);
  remove: SearchIndex["remove"] = (drifterIds) => this.#call("remove", drifterIds);
  search: SearchIndex["search"] = (terms, offset, limit) =>
    this.#call("search", terms, offset, limit);
  matching: SearchIndex["matching"] = (terms) => this.#call("matching", terms);
  beginnings: SearchIndex["beginnings"] = (drifterIds) => this.#call("beginnings", drifterIds);
  mentionedIn: SearchIndex["mentionedIn"] = (drifterId) => this.#call("mentionedIn", drifterId);

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#endThread();
  }

  async #call<Name extends WorkerRequest["method"]>(
    method: Name,
    ...args: Parameters<SqliteIndex[Name]>
  ): Promise<ReturnType<SqliteIndex[Name]>> {
    clearTimeout(this.#idleTimer);
    this.#callsInProgress += 1;
    try {
      this.#thread ??= this.#restart();
      return await this.#thread.call(method, ...args);
    } finally {
      this.#callsInProgress -= 1;
      if (this.#callsInProgress === 0) {
        this.#idleTimer = setTimeout(() => void this.#endThread(), this.#idleMilliseconds).unref();
      }
    }
  }

  #start(): IndexThread {
    const thread = new IndexThread(this.#path, () => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#isOpen = false;
    });
    return thread;
  }

  #restart(): IndexThread {
    if (!this.#isOpen) throw new Error("The search index is not open.");
    const thread = this.#start();
    // If it fails, the next call fails too, because the index is not open.
    thread.call("reopen").catch(() => undefined);
    return thread;
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
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
