import type { Browser, BrowserContextOptions, CDPSession, Disposable, Page } from "playwright-core";
import { PageRoutes } from "./pageRoutes.ts";

/** A tab that one test has for itself. */
export interface LentTab {
  /** Shows an empty file of the site, where nothing is stored. */
  page: Page;
  /** Takes every trace of the test off the tab and keeps it for the next one; closes it where that cannot be done. */
  giveBack(): Promise<void>;
  /** Closes the tab: its test may still be at work on it. */
  discard(): Promise<void>;
}

/** A context with one page, parked while nobody has it. */
interface Tab {
  page: Page;
  session: CDPSession;
  routes: PageRoutes;
  /** The file of the site on which it is parked. */
  parking: string;
}

/** Can be set anew for each test; tabs with other options differ for as long as they live. */
type Emulation = Pick<BrowserContextOptions, "viewport" | "colorScheme" | "reducedMotion">;

/** Parked tabs by what they were opened with. Most of a page's start is done once for a tab. */
const parked = new WeakMap<Browser, Map<string, Tab[]>>();

/** Members of a page that leave nothing behind which `park` does not remove. Any other ends the tab. */
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
  "setDefaultTimeout",
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

/** Lends a tab of the site at `webUrl`: a parked one, or else a new one. */
export async function lendTab(
  browser: Browser,
  webUrl: string,
  options: BrowserContextOptions = {},
): Promise<LentTab> {
  const { viewport, colorScheme, reducedMotion, ...lasting } = options;
  const free = freeTabs(browser, JSON.stringify([webUrl, lasting]));
  const tab = free.pop() ?? (await openTab(browser, webUrl, lasting));
  await emulate(tab.page, options);
  const watched = watch(tab);
  const close = () => tab.page.context().close();

  return {
    page: watched.page,
    async giveBack() {
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
  // Another origin, about:blank too, would be another process, which has nothing compiled yet.
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
  page.setDefaultTimeout(10_000);
}

const desktop = { width: 1280, height: 720 };

/** The tab's page as its test sees it, and what the test does with it that outlasts a document. */
function watch({ page: real, routes, parking }: Tab) {
  const added: Disposable[] = [];
  const { origin } = new URL(parking);
  let isRemovable = true;
  const spoil = () => {
    isRemovable = false;
  };
  const origins = new Set([origin]);
  // Another window, or what another site stores for it, is out of reach.
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

/** Takes off the tab what a test has left. Tells whether it could. */
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
    // In the page itself, which has copies of what is cleared below.
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
