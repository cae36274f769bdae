import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { pageDataElementId } from "#protocol/wire/pageMarkup";

/** Contexts by site and options. A page opens faster in a context that has cached the site's scripts. */
const idle = new WeakMap<Browser, Map<string, BrowserContext>>();

/** Opens a test's pages. No state is shared between tests. */
export function testPages() {
  const lent: {
    page: Page;
    /** The page's log. */
    lines: string[];
    origin: string;
    putBack?: () => void;
  }[] = [];

  return {
    /**
     * Opens a blank page of the site without stored data, on which routes can be set before navigation. With
     * `isDisposable`, no other test uses its context: for a fake clock, a lost network, or an empty cache.
     */
    async open(
      browser: Browser,
      webUrl: string,
      { isDisposable = false, ...options }: TestPageOptions = {},
    ): Promise<Page> {
      const contexts = idle.get(browser) ?? new Map<string, BrowserContext>();
      idle.set(browser, contexts);
      const all = {
        baseURL: webUrl,
        viewport: desktop,
        reducedMotion: "reduce",
        ...options,
      } as const;
      const key = JSON.stringify(all);
      const context = (!isDisposable && contexts.get(key)) || (await browser.newContext(all));
      contexts.delete(key);
      const page = await context.newPage();
      const lines: string[] = [];
      const { origin } = new URL(all.baseURL);
      const putBack = () => contexts.set(key, context);
      lent.push({ page, lines, origin, ...(!isDisposable && { putBack }) });
      page.setDefaultTimeout(120_000);
      // A small file of the site, at which stored data can be prepared.
      await page.goto("/favicon.svg");
      renderInBrowserOnceRouted(page);
      page.on("console", (message) => lines.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => lines.push(`uncaught: ${error.stack ?? error.message}`));
      return page;
    },

    /** Closes the pages, and saves screenshots and logs of a failed test. Call it after each test. */
    async close(test: Mocha.Test | undefined): Promise<void> {
      const failed = test?.state === "failed" ? test : undefined;
      for (const [index, { page, lines, origin, putBack }] of lent.splice(0).entries()) {
        const number = index === 0 ? "" : `-${index + 1}`;
        if (failed) await save(`${slugOf(failed.fullTitle())}${number}`, page, lines);
        const context = page.context();
        if (putBack && !failed && (await clear(context, origin))) putBack();
        else await context.close();
      }
    },
  };
}

export interface TestPageOptions extends BrowserContextOptions {
  isDisposable?: boolean;
}

const desktop = { width: 1280, height: 720 };

/** Closes a context's pages and deletes the site's stored data, but not its cache. Returns whether that succeeded. */
async function clear(context: BrowserContext, origin: string): Promise<boolean> {
  try {
    const [page, ...others] = context.pages();
    if (!page) return false;
    await Promise.all(others.map((other) => other.close()));
    const session = await context.newCDPSession(page);
    // An open page would store its state again on closing.
    await page.goto("about:blank");
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await page.close();
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the browser render pages whose responses a test serves by `page.route`, because the server has rendered them
 * from different responses.
 */
function renderInBrowserOnceRouted(page: Page): void {
  const route = page.route.bind(page);
  let script: Promise<unknown> | undefined;
  page.route = async (url, handler, options) => {
    if (String(url).startsWith("/")) {
      // The runner's compiler inserts calls of this helper, which pages do not have.
      const content = `globalThis.__name = (named) => named; (${emptyPage})("${pageDataElementId}")`;
      script ??= page.addInitScript({ content });
      await script;
    }
    const routed = await route(url, handler, options);
    await keepCache(page);
    return routed;
  };
}

/** Preserves the cache of a page with routes, which Playwright disables; scripts would be compiled again. */
async function keepCache(page: Page): Promise<void> {
  interface Client {
    send(method: string, parameters: object): Promise<void>;
  }
  interface Internals {
    // Absent in Firefox.
    delegate: { _mainFrameSession?: { _client: Client } };
  }
  // Safety: the pinned version runs in this process, and `toImpl` returns what has its connection to the browser.
  const { _connection } = page as unknown as { _connection: { toImpl(page: Page): Internals } };
  const session = _connection.toImpl(page).delegate._mainFrameSession;
  await session?._client.send("Network.setCacheDisabled", { cacheDisabled: false });
}

/** Removes the server's markup before the page's scripts run. Runs in the page. */
function emptyPage(dataElementId: string): void {
  const remove = () => {
    document.getElementById("root")?.replaceChildren();
    document.getElementById(dataElementId)?.remove();
  };
  const observer = new MutationObserver(remove);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener(
    "readystatechange",
    () => {
      observer.disconnect();
      remove();
    },
    { once: true },
  );
}

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "test-results");

/** Saves a page's screenshot and log. Never throws: a closed page must not hide the test's failure. */
async function save(name: string, page: Page, lines: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const image = `${path}.png`;
  const isTaken = await page.screenshot({ path: image, fullPage: true, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  const log = `${path}.txt`;
  await writeFile(log, [page.url(), ...lines, ""].join("\n"));
  const saved = isTaken ? [image, log] : [log];
  for (const file of saved) console.log(`    to look at: ${relative(root, file)}`);
}

/** Converts a title to a file name; truncates the start of a long one. */
function slugOf(title: string): string {
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return slug.slice(-160).replace(/^-|-$/g, "");
}
