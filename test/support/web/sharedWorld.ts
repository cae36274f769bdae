import type { Page } from "playwright-core";
import { startTestWorld } from "../world/testWorld.ts";
import { installWallet } from "./injectedWallet.ts";
import { storySection } from "./page.ts";
import { sharedBrowser } from "./sharedBrowser.ts";
import { type TestPageOptions, testPages } from "./testPages.ts";

interface PageOptions extends TestPageOptions {
  /** The site, if it is not the shared world's own. */
  url?: string;
}

interface WalletPageOptions extends PageOptions {
  /** Whether the wallet was connected here before, so that the page reconnects. */
  wasConnected?: boolean;
}

type Stage = Awaited<ReturnType<typeof raiseStage>>;
let stage: Promise<Stage> | undefined;

/** Starts the production build on a real chain: one for all tests of a process. */
async function raiseStage() {
  const [browser, world] = await Promise.all([sharedBrowser(), startTestWorld()]);
  return { browser, world };
}

// Outside every `describe`, so that it runs once, after the last test of the run.
after("close the shared world", async () => {
  const raised = await stage?.catch(() => undefined);
  await raised?.world.close();
});

/**
 * Opens pages of the shared world for the tests of one `describe`; each page is closed after its test.
 * `defaults` are the default options of pages.
 */
export function enterSharedWorld(defaults: TestPageOptions = {}) {
  const pages = testPages();
  let here: Stage;

  before("the shared world is up", async () => {
    stage ??= raiseStage();
    here = await stage;
  });
  afterEach(function () {
    return pages.close(this.currentTest);
  });

  /** Opens a blank page without stored data, on which routes can be set before navigation. */
  function open({ url, ...options }: PageOptions = {}): Promise<Page> {
    const { browser, world } = here;
    return pages.open(browser, url ?? world.webUrl, { ...defaults, ...options });
  }

  /** The same with an injected wallet of that Hardhat account; not connected by default. */
  async function openWithWallet(
    account: number,
    { wasConnected = false, ...options }: WalletPageOptions = {},
  ) {
    const page = await open(options);
    const rpcUrl = here.world.chain.url;
    const wallet = await installWallet(page, { account, rpcUrl, wasConnected });
    return { page, wallet, story: storySection(page) };
  }

  return {
    world: () => here.world,
    open,
    openWithWallet,

    /** Opens a page without a wallet. */
    async visit(path: string): Promise<Page> {
      const page = await open();
      await page.goto(path);
      return page;
    },
  };
}
