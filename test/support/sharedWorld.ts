import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";
import { recordFailures } from "./failureRecord.ts";
import { installWallet } from "./injectedWallet.ts";
import { connect, openPage, storySection } from "./page.ts";
import { startTestWorld, type TestWorld } from "./testWorld.ts";

interface Stage {
  world: TestWorld;
  browser: Browser;
}

let stage: Promise<Stage> | undefined;

/** The production build on a real chain, and a browser: one of each for all tests of a run. */
function sharedStage(): Promise<Stage> {
  stage ??= raiseStage();
  return stage;
}

async function raiseStage(): Promise<Stage> {
  const browser = await launchChromium();
  try {
    return { browser, world: await startTestWorld("production") };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

// Outside every `describe`, so this runs once, after the last test of the run.
after("close the shared world", async () => {
  const raised = await stage?.catch(() => undefined);
  await raised?.browser.close();
  await raised?.world.close();
});

/** How the tests of one `describe` come to pages of the shared world; each page is closed after its test. */
export function enterSharedWorld() {
  const contexts: BrowserContext[] = [];
  const record = recordFailures();
  let current: Stage | undefined;

  before("the shared world is up", async function () {
    this.timeout(120_000);
    current = await sharedStage();
  });
  afterEach(async function () {
    await record.settle(this.currentTest);
    for (const context of contexts.splice(0)) await context.close();
  });

  function here(): Stage {
    if (!current) throw new Error("The shared world is up once `before` has run.");
    return current;
  }

  /** A blank page of a visitor with nothing remembered: the place to set routes before it goes anywhere. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const { browser, world } = here();
    const { page, context } = await openPage(browser, world, options);
    contexts.push(context);
    record.watch(page);
    return page;
  }

  /** The same, with a wallet in the browser that holds that Hardhat account and is not connected. */
  async function openWithWallet(account: number, options: BrowserContextOptions = {}) {
    const page = await open(options);
    const wallet = await installWallet(page, { account, rpcUrl: here().world.chain.url });
    return { page, wallet, story: storySection(page) };
  }

  return {
    world: () => here().world,
    browser: () => here().browser,
    open,
    openWithWallet,

    /** The page as somebody without a wallet sees it. */
    async visit(path: string): Promise<Page> {
      const page = await open();
      await page.goto(path);
      return page;
    },

    /** The page with the wallet of that Hardhat account connected. */
    async visitAs(account: number, path: string) {
      const opened = await openWithWallet(account);
      await opened.page.goto(path);
      await connect(opened.page);
      return opened;
    },
  };
}
