import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { recordFailures } from "./failureRecord.ts";
import { acquireTab, type PooledTab } from "./pagePool.ts";

/** Opens a test's pages. No state is shared between tests. */
export function testPages() {
  const record = recordFailures();
  const lent: PooledTab[] = [];

  return {
    /** Opens a blank page without stored data, on which routes can be set before navigation. */
    async open(browser: Browser, webUrl: string, options?: BrowserContextOptions): Promise<Page> {
      const tab = await acquireTab(browser, webUrl, options);
      lent.push(tab);
      record.watch(tab.page);
      return tab.page;
    },

    /** Call after each test: closes the pages, and records those of a failed test. */
    async close(test: Mocha.Test | undefined): Promise<void> {
      await record.settle(test);
      for (const tab of lent.splice(0)) {
        await (test?.state === "failed" ? tab.discard() : tab.release());
      }
    },
  };
}
