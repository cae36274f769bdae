import { expect } from "chai";
import { drawn } from "../../support/answers.ts";
import { drifterPage } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";
import { harmlessStories } from "./stories/harmless.ts";
import { hostileStories } from "./stories/hostile.ts";

const hostile = Object.entries(hostileStories).flatMap(([kind, texts]) =>
  texts.map((text) => ({ name: `${kind}: ${JSON.stringify(text).slice(0, 120)}`, text })),
);

/** Every story begins with this, so that it can be seen when it is there, whatever follows. */
const opening = "So it begins.";

describe("a story by somebody who means harm", function () {
  // Each story is a page of its own, though all of them are read in one tab.
  this.timeout(120_000);
  const { open, world } = enterSharedWorld();

  it(`is one of ${hostile.length}, each different from every other`, () => {
    expect(hostile.length).to.be.at.least(150);
    expect(new Set(hostile.map(({ text }) => text)).size).to.equal(hostile.length);
  });

  it("[S5.9] [S5.12] [S5.13] [S5.14] [D10] [D11] [S8.13] runs nothing, asks no other machine, leads nowhere it must not, and leaves the page as it is", async () => {
    const { page, outside, readAll } = await openLibrary();
    const faults = await readAll(hostile.map(({ text }) => `${opening}\n\n${text}`));
    const told = hostile.flatMap(({ name }, index) =>
      (faults[index] ?? ["was never shown"]).map((fault) => `${name} ${fault}`),
    );
    expect(told).to.deep.equal([]);
    expect(outside).to.deep.equal([]);
    expect(await page.evaluate(() => window.seen)).to.deep.equal([]);

    // The page still does what it is for.
    await drifterPage(page).selector.fill("7");
    await drifterPage(page).name.filter({ hasText: "Drifter of 7" }).waitFor();
  });

  it("would be caught if one got through", async () => {
    const { page, outside, readAll } = await openLibrary();
    await readAll([opening]);
    // As if nothing were sanitised: what stands in the page now would be told.
    for (const [markup, fault] of [
      ["<iframe></iframe>", "has <iframe>"],
      ['<p style="color: red">x</p>', 'has style="color: red"'],
      ['<a href="javascript:canary()">x</a>', "links to javascript:canary()"],
      ['<a href="/\\evil.example">x</a>', "links to /\\evil.example"],
      ['<a href="https://evil.example" target="_blank">x</a>', "tells https://evil.example"],
      ['<p id="root">x</p>', 'has id="root"'],
      ['<input type="text">', "has <input> of another kind"],
      ["<b></b>", "has <b>"],
    ] as const) {
      const faults = await page.evaluate((html) => window.audit(html), markup);
      expect(faults.join("\n"), markup).to.contain(fault);
    }
    const image = page.waitForEvent("request", (request) => request.url().includes("evil"));
    await page.evaluate(() =>
      window.audit(`<img src="https://evil.example/1.png" onerror="canary()">`),
    );
    await image;
    expect(outside.join()).to.contain("evil.example");
    await page.waitForFunction(() => window.seen.length > 0);
    expect(await page.evaluate(() => window.seen.join())).to.contain("script-src");
  });

  /** A tab in which stories are read one after the other, and that remembers whatever goes wrong. */
  async function openLibrary() {
    const page = await open();
    const outside: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== world().webUrl) outside.push(request.url());
    });
    page.on("dialog", (dialog) => {
      outside.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.context().on("page", (popup) => outside.push(`a window: ${popup.url()}`));
    await page.addInitScript("globalThis.__name = (named) => named");
    await page.addInitScript(keepWatch);

    const texts = new Map<string, string>();
    await page.route("/api/narrative/*", (route) => {
      const drifterId = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      return route.fulfill({ json: { drifterId, narrative: texts.get(drifterId) ?? "" } });
    });
    await page.route("/drifters/metadata/*", (route) => {
      const drifterId = new URL(route.request().url()).pathname.match(/\d+/)?.[0];
      return route.fulfill({ json: { name: `Drifter of ${drifterId}` } });
    });
    await page.goto("/");
    await drifterPage(page).selector.waitFor();

    return {
      page,
      outside,
      /** Shows each story in its turn, and tells of each what is wrong with the page then. */
      readAll(stories: readonly string[]): Promise<string[][]> {
        const firstId = 1_000;
        for (const [index, text] of stories.entries()) texts.set(String(firstId + index), text);
        return page.evaluate(([first, count, opening]) => window.readAll(first, count, opening), [
          firstId,
          stories.length,
          opening,
        ] as const);
      },
    };
  }
});

describe("a story that means no harm", () => {
  const { open } = enterSharedWorld();

  it("is one of at least 25", () => {
    expect(harmlessStories.length).to.be.at.least(25);
  });

  it("[S1.2] [S5.15] [S5.10] [S5.11] is read as it was meant, whatever Markdown is in it", async function () {
    this.timeout(60_000);
    const page = await open();
    const texts = new Map(harmlessStories.map(({ text }, index) => [String(index + 1), text]));
    await page.route("/api/narrative/*", (route) => {
      const drifterId = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      return route.fulfill({ json: { drifterId, narrative: texts.get(drifterId) } });
    });
    await page.goto("/");
    const { selector } = drifterPage(page);
    for (const [index, { what, reads, has = {} }] of harmlessStories.entries()) {
      await selector.fill(String(index + 1));
      await page.waitForURL(`/drifter/${index + 1}`);
      const story = page.getByRole("region", { name: "Story" }).locator(".story");
      await story.waitFor();
      await drawn(page);
      expect(words(await story.innerText()), what).to.equal(words(reads).toLowerCase());
      for (const [selector, text] of Object.entries(has)) {
        const part = story.locator(selector);
        expect(await part.count(), `${what}: ${selector}`).to.equal(1);
        expect(words((await part.textContent()) ?? ""), `${what}: ${selector}`).to.equal(
          words(text).toLowerCase(),
        );
      }
    }
  });
});

/** Headings are written in capitals by the style sheet, and tables with tabs between their cells. */
function words(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

declare global {
  interface Window {
    /** What ran or was stopped from running. */
    seen: string[];
    /** Puts markup where a story stands, and tells what is wrong with the page then. */
    audit(html: string): string[];
    readAll(firstId: number, count: number, opening: string): Promise<string[][]>;
  }
}

/** Runs in the page, before its own scripts. It can use nothing from outside this function. */
function keepWatch(): void {
  window.seen = [];
  const sing = (song: string) => () => window.seen.push(song);
  Object.assign(window, {
    canary: sing("a script ran"),
    alert: sing("alert"),
    print: sing("print"),
  });
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    window.seen.push(`stopped by ${effectiveDirective}: ${blockedURI}`),
  );
  window.addEventListener("error", ({ message }) => window.seen.push(`error: ${message}`));
  window.addEventListener("unhandledrejection", ({ reason }) =>
    window.seen.push(`error: ${reason}`),
  );

  const elements = new Set(
    "a blockquote br code del div em h2 h3 h4 h5 h6 hr img input li ol p pre section span strong sup table tbody td th thead tr ul button".split(
      " ",
    ),
  );
  const attributes: Record<string, RegExp> = {
    class:
      /^(story|story__\w+|story__picture-offer|story__dead-link|button button--small|task-list-item|contains-task-list|sr-only|footnotes|data-footnote-backref|language-\S+)$/,
    href: /./,
    src: /./,
    alt: /^/,
    title: /^/,
    id: /^(user-content-|footnote-label$)/,
    rel: /^noopener noreferrer nofollow ugc$/,
    target: /^_blank$/,
    type: /^(checkbox|button)$/,
    checked: /^$/,
    disabled: /^$/,
    start: /^\d+$/,
    align: /^(left|right|center)$/,
    style: /^text-align: (left|right|center);?$/,
    loading: /^lazy$/,
    referrerpolicy: /^no-referrer$/,
    "aria-label": /^(Back to reference|To do$|Done$)/,
    "aria-describedby": /^footnote-label$/,
    "data-discover": /^true$/,
    "data-footnotes": /^/,
    "data-footnote-ref": /^/,
    "data-footnote-backref": /^/,
  };

  const story = () => document.querySelector("section[aria-label=Story] .story");
  const shell = () =>
    [
      document.querySelector("header")?.outerHTML,
      ...linksOfHead(),
      document.body.children.length,
    ].join();
  const linksOfHead = () =>
    [...document.head.children]
      .filter(({ tagName }) => tagName !== "TITLE")
      .map(({ tagName, outerHTML }) => (tagName === "LINK" ? "LINK" : outerHTML))
      .filter((html) => html !== "LINK");

  function faultsOf(element: Element): string[] {
    const faults: string[] = [];
    const name = element.localName;
    if (!elements.has(name) || element.namespaceURI !== "http://www.w3.org/1999/xhtml") {
      faults.push(`has <${name}>`);
    }
    for (const { name, value } of element.attributes) {
      if (!attributes[name]?.test(value)) faults.push(`has ${name}="${value}"`);
    }
    if (element instanceof HTMLAnchorElement) faults.push(...faultsOfLink(element));
    if (element instanceof HTMLImageElement && new URL(element.src).origin !== location.origin) {
      faults.push(`shows ${element.src}`);
    }
    if (element instanceof HTMLInputElement && !(element.type === "checkbox" && element.disabled)) {
      faults.push("has <input> of another kind");
    }
    return faults;
  }

  /** The rules for links, told once more and in another way than the app does. */
  function faultsOfLink(link: HTMLAnchorElement): string[] {
    const written = link.getAttribute("href");
    if (written === null) return [`is a link without an address: ${link.outerHTML}`];
    if (!URL.canParse(link.href)) {
      return /^https?:/i.test(written) ? [] : [`links to ${written}`];
    }
    const { protocol, origin } = new URL(link.href);
    const isLocal = /^[#/]/.test(written);
    if (isLocal && origin !== location.origin) return [`links to ${written}`];
    if (!isLocal && !/^(https?|mailto|tel):/i.test(written)) return [`links to ${written}`];
    if (!["http:", "https:", "mailto:", "tel:"].includes(protocol)) return [`links to ${written}`];
    const leaves = !isLocal && /^https?:$/.test(protocol);
    return leaves && !/noopener noreferrer nofollow ugc/.test(link.rel)
      ? [`tells ${written} who reads`]
      : [];
  }

  function faultsOfPage(before: string, id: string): string[] {
    const faults = [...(story()?.querySelectorAll("*") ?? [])].flatMap(faultsOf);
    if (shell() !== before) faults.push("changed the page around it");
    if (document.title !== `Drifter of ${id} · Fringe Drifters`) faults.push("changed the title");
    if (location.pathname !== `/drifter/${id}`) faults.push(`went to ${location.href}`);
    const selector = document.querySelector("input[type=number]");
    if (document.activeElement !== selector) faults.push("took the focus");
    const button = document.querySelector("header button");
    const { left, top, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!button?.contains(onTop)) faults.push("covers the wallet button");
    if (document.documentElement.scrollWidth > innerWidth) faults.push("is wider than the page");
    return faults.concat(window.seen.splice(0));
  }

  const frame = () => new Promise((done) => requestAnimationFrame(done));

  window.audit = (html) => {
    const place = story();
    if (place) place.innerHTML = html;
    return place ? [...place.querySelectorAll("*")].flatMap(faultsOf) : ["has no story"];
  };

  window.readAll = async (firstId, count, opening) => {
    const before = shell();
    const faults: string[][] = [];
    for (let id = firstId; id < firstId + count; id++) {
      history.pushState({}, "", `/drifter/${id}`);
      window.dispatchEvent(new PopStateEvent("popstate"));
      document.querySelector<HTMLInputElement>("input[type=number]")?.focus();
      const deadline = performance.now() + 30_000;
      const isShown = () =>
        document.querySelector("h1")?.textContent === `Drifter of ${id}` &&
        story()?.textContent?.startsWith(opening);
      while (!isShown() && performance.now() < deadline) await frame();
      await frame();
      faults.push(isShown() ? faultsOfPage(before, String(id)) : ["was never shown"]);
    }
    return faults;
  };
}
