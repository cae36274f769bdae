import type { Logger } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import type { Settings } from "../env.ts";
import type { Metrics } from "../operations/metrics.ts";
import { pathsWithStory, purgePath } from "./purgePath.ts";

/** Tells the cache at `PURGE_URL` which pages have changed, in the background. */
export interface Purger {
  /** Has the pages with a drifter's story purged soon. Never throws and never waits. */
  storyChanged(drifterId: DrifterId): void;
  /** Drops what waits, and ends open requests. */
  close(): void;
}

interface PurgerOptions {
  settings: Pick<Settings, "purgeUrl" | "publicUrl">;
  metrics: Pick<Metrics, "purges">;
  logger: Pick<Logger, "info" | "warn">;
  /** Sends one purge. */
  purge?: typeof purgePath;
  /**
   * Time between a change and its purge. Longer than the 100 ms in which another process may answer with what was
   * before: else the cache would fetch that again.
   */
  delayMilliseconds?: number;
}

/** Few, as each may have the service render a page. */
const concurrentPurges = 2;
/** Above this, changes are left to expire. */
const mostWaiting = 1_000;

/** Creates the purger; it does nothing without `PURGE_URL`. A path that waits already is purged once. */
export function createPurger(options: PurgerOptions): Purger {
  const { settings, metrics, logger, purge = purgePath, delayMilliseconds = 150 } = options;
  const { purgeUrl, publicUrl } = settings;
  if (purgeUrl === undefined) return { storyChanged: () => undefined, close: () => undefined };
  const target = { purgeUrl, publicUrl };
  const closing = new AbortController();
  /** Changes whose delay is not over. */
  const timers = new Set<NodeJS.Timeout>();
  const waiting = new Set<string>();
  let running = 0;
  let isFailing = false;

  return {
    storyChanged(drifterId) {
      const paths = pathsWithStory(drifterId);
      if (closing.signal.aborted || timers.size >= mostWaiting || waiting.size >= mostWaiting) {
        metrics.purges.inc({ outcome: "dropped" }, paths.length);
        return;
      }
      const timer = setTimeout(() => {
        timers.delete(timer);
        for (const path of paths) waiting.add(path);
        while (running < concurrentPurges && waiting.size > 0) void work();
      }, delayMilliseconds).unref();
      timers.add(timer);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      waiting.clear();
      closing.abort();
    },
  };

  /** Purges paths until none is waiting. */
  async function work(): Promise<void> {
    running += 1;
    for (const path of waiting) {
      waiting.delete(path);
      await purgeOne(path);
    }
    running -= 1;
  }

  async function purgeOne(path: string): Promise<void> {
    try {
      await purge(target, path, closing.signal);
      metrics.purges.inc({ outcome: "purged" });
      if (isFailing) logger.info("the cache at PURGE_URL is purged again");
      isFailing = false;
    } catch (error) {
      if (closing.signal.aborted) return;
      metrics.purges.inc({ outcome: "failed" });
      const reason = error instanceof Error ? error.message : String(error);
      if (!isFailing) logger.warn({ reason }, "the cache cannot be purged");
      isFailing = true;
    }
  }
}
