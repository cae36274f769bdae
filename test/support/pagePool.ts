import type { Browser, BrowserContextOptions, CDPSession, Disposable, Page } from "playwright-core";
import { PageRoutes } from "./pageRoutes.ts";

/** A tab for the exclusive use of one test. */
export interface PooledTab {
  /** Shows a small file of the site, without stored data. */
  page: Page;
  /** Clears the tab's state and returns it to the pool; closes it if the state cannot be cleared. */
  release(): Promise<void>;
  /** Closes the tab, because its test may still be using it. */
  discard(): Promise<void>;
}

/** A context with one page, parked while it is not lent. */
interface Tab {
  page: Page;
  session: CDPSession;
  routes: PageRoutes;
  /** URL of the file that it shows while parked. */
  parking: string;
}

/** Options that can be changed for each test; all others are fixed for the life of a tab. */
type Emulation = Pick<BrowserContextOptions, "viewport" | "colorScheme" | "reducedMotion">;

/** Parked tabs by their fixed options. Reuse saves most of a page's start. */
const parked = new WeakMap<Browser, Map<string, Tab[]>>();

/** Members of a page whose effects `park` removes. The use of any other closes the tab. */
const removable = new Set<PropertyKey>([
  "addInitScript",
  "bringToFront",
  "content",
  "emulateMedia",
  "evaluate",
  "exposeFunction",
  "frames",
  "getByLabel",
  "getByPlaceholder",
  "getByRole",
  "getByText",
  "goBack",
  "goForward",
  "goto",
  "isClosed",
  "keyboard",
  "locator",
  "mainFrame",
  "mouse",
  "off",
  "on",
  "once",
  "reload",
  "route",
  "screenshot",
  "setViewportSize",
  "title",
  "unroute",
  "unrouteAll",
  "url",
  "viewportSize",
  "waitForEvent",
  "waitForFunction",
  "waitForRequest",
  "waitForResponse",
  "waitForURL",
] satisfies (keyof Page)[]);

/** Lends a parked tab of the site at `webUrl`, or a new one. */
export async function acquireTab(
  browser: Browser,
  webUrl: string,
  options: BrowserContextOptions = {},
): Promise<PooledTab> {
  const { viewport, colorScheme, reducedMotion, ...lasting } = options;
  const free = freeTabs(browser, JSON.stringify([webUrl, lasting]));
  const tab = free.pop() ?? (await openTab(browser, webUrl, lasting));
  await emulate(tab.page, options);
  const watched = watch(tab);
  const close = () => tab.page.context().close();

  return {
    page: watched.page,
    async release() {
      const isClean = watched.isRemovable() && (await park(tab, watched)) && watched.isRemovable();
      watched.end();
      if (isClean) free.push(tab);
      else await close();
    },
    async discard() {
      watched.end();
      await close();
    },
  };
}

function freeTabs(browser: Browser, key: string): Tab[] {
  const ofBrowser = parked.get(browser) ?? new Map<string, Tab[]>();
  parked.set(browser, ofBrowser);
  const free = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, free);
  return free;
}

async function openTab(
  browser: Browser,
  webUrl: string,
  options: BrowserContextOptions,
): Promise<Tab> {
  const context = await browser.newContext({ baseURL: webUrl, ...options });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // Another origin, including about:blank, would run in another process without compiled scripts.
  const parking = new URL("/favicon.svg", webUrl).href;
  await page.goto(parking);
  const routes = new PageRoutes(session, options.baseURL ?? webUrl);
  return { page, session, routes, parking };
}

async function emulate(page: Page, options: Emulation & BrowserContextOptions): Promise<void> {
  const { viewport = desktop, colorScheme = "light", reducedMotion = "reduce" } = options;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    forcedColors: null,
    contrast: null,
    colorScheme,
    reducedMotion,
  });
  page.setDefaultTimeout(120_000);
}

const desktop = { width: 1280, height: 720 };

/** Returns a proxy of the tab's page for the test, and records effects that outlast a document. */
function watch({ page: real, routes, parking }: Tab) {
  const added: Disposable[] = [];
  const { origin } = new URL(parking);
  let isRemovable = true;
  const spoil = () => {
    isRemovable = false;
  };
  const origins = new Set([origin]);
  // Other windows and data stored by other sites cannot be cleared.
  real.context().on("page", spoil);
  real.on("framenavigated", (frame) => {
    if (!/^https?:/.test(frame.url())) return;
    origins.add(new URL(frame.url()).origin);
    if (origins.size > 1 && frame === real.mainFrame()) spoil();
  });
  const { proxy, revoke } = Proxy.revocable(real, {
    get(target, name) {
      const member = routes.members[name] ?? Reflect.get(target, name);
      if (name in target && !removable.has(name)) spoil();
      if (typeof member !== "function") return member;
      if (name !== "addInitScript" && name !== "exposeFunction") return member.bind(target);
      return async (...args: unknown[]) => {
        const disposable = await member.apply(target, args);
        added.push(disposable);
        return disposable;
      };
    },
  });
  return {
    page: proxy,
    added,
    origins,
    isRemovable: () => isRemovable,
    end() {
      real.context().off("page", spoil);
      revoke();
    },
  };
}

/** Clears the state that a test has left. Returns whether that succeeded. */
async function park(
  { page, session, routes, parking }: Tab,
  { added, origins }: Pick<ReturnType<typeof watch>, "added" | "origins">,
): Promise<boolean> {
  try {
    page.removeAllListeners();
    for (const each of added) await each.dispose();
    await routes.clear();
    for (const key of ["Shift", "Control", "Alt", "Meta"]) await page.keyboard.up(key);
    await page.mouse.up();
    await page.mouse.move(-1, -1);
    await page.goto(parking);
    // Runs in the page, which caches the data that is cleared below.
    await page.evaluate(() => {
      window.name = "";
      localStorage.clear();
      sessionStorage.clear();
    });
    for (const origin of origins) {
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    }
    await session.send("Page.resetNavigationHistory");
    return true;
  } catch {
    return false;
  }
}
