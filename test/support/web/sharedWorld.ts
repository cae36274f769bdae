import type { Page } from "playwright-core";
import { startTestWorld } from "../world/testWorld.ts";
import { installWallet } from "./injectedWallet.ts";
import { storySection } from "./page.ts";
import { sharedBrowser } from "./sharedBrowser.ts";
import { type TestPageOptions, testPages } from "./testPages.ts";

interface PageOptions extends TestPageOptions {
  /** URL of the site, if it is not the shared world's. */
  url?: string;
}

interface WalletPageOptions extends PageOptions {
  /** Whether the wallet was connected before, so that the site reconnects. */
  wasConnected?: boolean;
}

type Stage = Awaited<ReturnType<typeof raiseStage>>;
let stage: Promise<Stage> | undefined;

/** Starts the production build on a real chain, once for all tests of a process. */
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
 * Opens pages of the shared world for the tests of one `describe`, and closes each after its test. `defaults` are the
 * pages' default options.
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

  /** Opens a blank page with an injected wallet of that Hardhat account; by default disconnected. */
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
