import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { recordFailures } from "./failureRecord.ts";
import { type LentTab, lendTab } from "./pagePool.ts";

/** The pages that a test opens. Nothing of one test is left on a page of the next. */
export function testPages() {
  const record = recordFailures();
  const lent: LentTab[] = [];

  return {
    /** A page of a visitor with nothing remembered: the place to set routes before it goes anywhere. */
    async open(browser: Browser, webUrl: string, options?: BrowserContextOptions): Promise<Page> {
      const tab = await lendTab(browser, webUrl, options);
      lent.push(tab);
      record.watch(tab.page);
      return tab.page;
    },

    /** Call it after each test: it keeps what there is to see of one that failed. */
    async close(test: Mocha.Test | undefined): Promise<void> {
      await record.settle(test);
      for (const tab of lent.splice(0)) {
        await (test?.state === "failed" ? tab.discard() : tab.giveBack());
      }
    },
  };
}
