import { fetchFailedLinks } from "./failedLinks.ts";
import { canReload, reload } from "./reload.ts";

/** Loads code on demand. */
export interface CodeLoader<Module> {
  /** Fetches the code. A failed fetch is retried by the next call. */
  preload(): Promise<Module>;
  /**
   * Fetches the code that the user requested. Chromium before 156 and Firefox remember a failed import until the page
   * is reloaded, so a second failure reloads the page: on a retry, or after navigation.
   */
  load(options?: { isRetry?: boolean }): Promise<Module>;
}

export function codeLoader<Module>(fetchCode: () => Promise<Module>): CodeLoader<Module> {
  let pending: Promise<Module> | undefined;
  let failedAt: { entry: unknown } | undefined;

  function preload(): Promise<Module> {
    pending ??= fetchCode().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  return {
    preload,
    async load({ isRetry = false } = {}) {
      // Read before the fetch, because another component may fail at the same time.
      const before = failedAt;
      if (before) await fetchFailedLinks();
      try {
        return await preload();
      } catch (error) {
        const entry = historyEntry();
        failedAt ??= { entry };
        const isWantedAgain = before !== undefined && (isRetry || before.entry !== entry);
        if (isWantedAgain && canReload() && (await isReachable())) return reload();
        throw error;
      }
    },
  };
}

/** Returns the router's key of the current history entry. */
function historyEntry(): unknown {
  return window.history.state?.key;
}

/** Whether a reload would show this site rather than the browser's offline page. */
function isReachable(): Promise<boolean> {
  return fetch(window.location.href, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
