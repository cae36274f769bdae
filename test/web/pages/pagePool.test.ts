import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { drawn } from "../../support/answers.ts";
import { acquireTab } from "../../support/pagePool.ts";
import { sharedBrowser } from "../../support/sharedBrowser.ts";

interface Trace {
  what: string;
  leave(page: Page): Promise<unknown>;
  /** Returns what the next test finds of it. */
  look(page: Page): Promise<unknown>;
  /** What a test finds in a new tab. */
  clean: unknown;
}

const preferences = [
  "(prefers-color-scheme: light)",
  "(prefers-reduced-motion: reduce)",
  "(forced-colors: none)",
  "(prefers-contrast: no-preference)",
  "screen",
];

const traces: Trace[] = [
  {
    what: "stored values",
    leave: (page) =>
      page.evaluate(async () => {
        localStorage.setItem("key", "value");
        sessionStorage.setItem("key", "value");
        await cookieStore.set("key", "value");
        await caches.open("key");
        await new Promise((resolve) => {
          indexedDB.open("key").onsuccess = resolve;
        });
        return undefined;
      }),
    look: (page) =>
      page.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        document.cookie,
        (await caches.keys()).length,
        (await indexedDB.databases()).length,
      ]),
    clean: [0, 0, "", 0, 0],
  },
  {
    what: "a window name",
    leave: (page) => page.evaluate(() => void Object.assign(window, { name: "left" })),
    look: (page) => page.evaluate(() => window.name),
    clean: "",
  },
  {
    what: "a route",
    leave: (page) => page.route("/", (route) => route.fulfill({ body: "Routed" })),
    look: (page) => page.getByText("Routed").count(),
    clean: 0,
  },
  {
    what: "a script in every document",
    leave: (page) => page.addInitScript(() => Object.assign(window, { left: true })),
    look: (page) => page.evaluate(() => "left" in window),
    clean: false,
  },
  {
    what: "an exposed function",
    leave: (page) => page.exposeFunction("left", () => true),
    look: (page) => page.evaluate(() => "left" in window),
    clean: false,
  },
  {
    what: "a listener that accepts dialogs",
    leave: async (page) => void page.on("dialog", (dialog) => dialog.accept()),
    look: (page) => page.evaluate(() => confirm("Really?")),
    clean: false,
  },
  {
    what: "a changed window size",
    leave: (page) => page.setViewportSize({ width: 390, height: 844 }),
    look: (page) => page.evaluate(() => [innerWidth, innerHeight]),
    clean: [1280, 720],
  },
  {
    what: "changed media preferences",
    leave: (page) =>
      page.emulateMedia({
        colorScheme: "dark",
        reducedMotion: "no-preference",
        forcedColors: "active",
        contrast: "more",
        media: "print",
      }),
    look: (page) =>
      page.evaluate((queries) => queries.filter((query) => matchMedia(query).matches), preferences),
    clean: preferences,
  },
  {
    what: "history entries",
    async leave(page) {
      await page.goto("/second");
      await page.goBack();
    },
    look: (page) => page.evaluate(() => history.length),
    // The tab's initial document and the page.
    clean: 2,
  },
  {
    what: "a key and a mouse button that are held down",
    async leave(page) {
      await page.keyboard.down("Shift");
      await page.getByText("A page of the site").hover();
      await page.mouse.down();
    },
    async look(page) {
      await drawn(page);
      const isHovered = await page.evaluate(() => document.querySelector("p:hover") !== null);
      await page.evaluate(() =>
        addEventListener("mousemove", ({ shiftKey, buttons }) => {
          document.title = JSON.stringify({ shiftKey, buttons });
        }),
      );
      await page.mouse.move(300, 300);
      return { isHovered, ...JSON.parse(await page.title()) };
    },
    clean: { isHovered: false, shiftKey: false, buttons: 0 },
  },
];

describe("the pool of tabs for page tests", () => {
  let browser: Browser;
  let server: Server;
  let url: string;
  const requested: string[] = [];

  before(async () => {
    browser = await sharedBrowser();
    server = createServer(({ url = "" }, response) => {
      requested.push(url);
      if (url === "/cached") response.setHeader("cache-control", "max-age=60");
      response.setHeader("content-type", "text/html").end("<p>A page of the site</p>");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    // Safety: a server that listens on a port has an AddressInfo.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server?.close();
  });

  /** Runs `first` in a tab, returns it to the pool, and runs `second` in the next tab that is lent. */
  async function inTurn<Seen>(
    first: (page: Page) => Promise<unknown>,
    second: (page: Page) => Promise<Seen> | Seen,
    options?: BrowserContextOptions,
  ) {
    const former = await acquireTab(browser, url, options);
    const formerFrame = former.page.mainFrame();
    await former.page.goto("/");
    await first(former.page);
    await former.release();
    const next = await acquireTab(browser, url, options);
    const isSameTab = next.page.mainFrame() === formerFrame;
    await next.page.goto("/");
    const seen = await second(next.page);
    await next.discard();
    return { isSameTab, seen };
  }

  for (const { what, leave, look, clean } of traces) {
    it(`reuses a tab without ${what}`, async () => {
      const { isSameTab, seen } = await inTurn(leave, look);
      expect({ isSameTab, seen }).to.deep.equal({ isSameTab: true, seen: clean });
    });
  }

  it("reuses a tab without the listeners of the test before", async () => {
    const requests: string[] = [];
    const { isSameTab, seen } = await inTurn(
      async (page) => {
        page.on("request", (request) => requests.push(request.url()));
      },
      () => requests,
    );
    expect({ isSameTab, seen }).to.deep.equal({ isSameTab: true, seen: [] });
  });

  const lasting: [what: string, use: (page: Page) => Promise<unknown>][] = [
    ["set the clock", (page) => page.clock.install()],
    ["routed sockets", (page) => page.routeWebSocket("/socket", () => {})],
    ["used the browser context", async (page) => page.context()],
    ["opened a window", (page) => page.evaluate(() => void window.open("/"))],
    ["went to another origin", (page) => page.goto(url.replace("127.0.0.1", "localhost"))],
  ];
  for (const [what, use] of lasting) {
    it(`does not reuse a tab in which a test ${what}`, async () => {
      const { isSameTab } = await inTurn(use, () => undefined);
      expect(isSameTab).to.equal(false);
    });
  }

  it("reuses a tab with the fixed options of its context", async () => {
    const { isSameTab, seen } = await inTurn(
      async () => undefined,
      (page) => page.evaluate(() => [navigator.userAgent, devicePixelRatio]),
      { userAgent: "Phone", deviceScaleFactor: 2 },
    );
    expect({ isSameTab, seen }).to.deep.equal({ isSameTab: true, seen: ["Phone", 2] });
  });

  it("keeps the browser's cache while another path is routed", async () => {
    const tab = await acquireTab(browser, url);
    await tab.page.route("/routed", (route) => route.fulfill({ body: "Routed" }));
    await tab.page.goto("/");
    const read = (path: string) =>
      tab.page.evaluate(async (path) => (await fetch(path)).text(), path);
    expect(await read("/cached")).to.equal(await read("/cached"));
    expect(await read("/routed")).to.equal("Routed");
    const ofTest = requested.filter((path) => path === "/cached" || path === "/routed");
    expect(ofTest).to.deep.equal(["/cached"]);
    await tab.discard();
  });

  it("refuses routes with wildcards that it does not know", async () => {
    const tab = await acquireTab(browser, url);
    const handle = () => undefined;
    expect(() => tab.page.route("/*/8{,.json}", handle)).to.throw(TypeError, "/*/8{,.json}");
    await tab.discard();
  });

  it("revokes the page of a test that has ended", async () => {
    const tab = await acquireTab(browser, url);
    await tab.release();
    expect(() => tab.page.url()).to.throw(TypeError);
  });
});
