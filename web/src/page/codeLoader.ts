import { fetchFailedLinks } from "./failedLinks.ts";
import { canReload, reload } from "./reload.ts";

/** Code that is fetched on demand. */
export interface CodeLoader<Module> {
  /** Fetches it. A failure is forgotten. */
  preload(): Promise<Module>;
  /**
   * Fetches it because somebody wants it. Chromium before 156 and Firefox remember a failed import for the page's life, so
   * the page is reloaded if it fails again: when the person retries, or has followed a link since.
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
      // As it was before the fetch: another component may fail with this one.
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

/** The router's key of the current entry of the browser's history. */
function historyEntry(): unknown {
  return window.history.state?.key;
}

/** Whether a reload would show this page, and not the browser's own about a lost network. */
function isReachable(): Promise<boolean> {
  return fetch(window.location.href, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
