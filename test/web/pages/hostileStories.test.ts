import { expect } from "chai";
import { drifterPage } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";
import { harmlessStories } from "./stories/harmless.ts";
import { hostileStories } from "./stories/hostile.ts";
import { keepWatch } from "./stories/watch.ts";

const hostile = Object.entries(hostileStories).flatMap(([kind, texts]) =>
  texts.map((text, place) => ({
    name: `${kind}: ${JSON.stringify(text).slice(0, 120)}`,
    text,
    place,
  })),
);

/** Those that are read in the browser: all of them with `SOAK=1`, else two of each kind. */
const read =
  process.env.SOAK === "1" ? hostile : hostile.filter(({ place }) => place === 0 || place === 9);

/** Every story begins with this, so that it can be seen when it is there, whatever follows. */
const opening = "So it begins.";

describe("a hostile story", function () {
  // Each story is a page of its own, though all of them are read in one tab.
  this.timeout(120_000);
  const { open, world } = enterSharedWorld();

  it(`is one of ${hostile.length}, each different from every other`, () => {
    expect(hostile.length).to.be.at.least(150);
    expect(new Set(hostile.map(({ text }) => text)).size).to.equal(hostile.length);
  });

  it("[S5.9] [S5.12] [S5.13] [S5.14] [D10] [D11] [S8.13] runs nothing, requests nothing from other hosts, links only where allowed, and leaves the page intact", async () => {
    const { page, outside, readAll } = await openLibrary();
    const faults = await readAll(read.map(({ text }) => `${opening}\n\n${text}`));
    const told = read.flatMap(({ name }, index) =>
      (faults[index] ?? ["was never shown"]).map((fault) => `${name} ${fault}`),
    );
    expect(told).to.deep.equal([]);
    expect(outside).to.deep.equal([]);
    expect(await page.evaluate(() => window.seen)).to.deep.equal([]);

    // The page still does what it is for.
    await drifterPage(page).selector.fill("7");
    await drifterPage(page).name.filter({ hasText: "Drifter of 7" }).waitFor();
  });

  it("is detected if it gets through", async () => {
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
    await keepWatch(page);

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

describe("a harmless story", () => {
  const { open } = enterSharedWorld();

  it("is one of at least 25", () => {
    expect(harmlessStories.length).to.be.at.least(25);
  });

  it("[S1.2] [S5.15] [S5.10] [S5.11] is rendered as intended, with any Markdown", async function () {
    this.timeout(60_000);
    const page = await open();
    // The runner compiles functions with calls of this helper, which a page does not have.
    await page.addInitScript("globalThis.__name = (named) => named");
    const texts = new Map(harmlessStories.map(({ text }, index) => [String(index + 1), text]));
    await page.route("/api/narrative/*", (route) => {
      const drifterId = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      return route.fulfill({ json: { drifterId, narrative: texts.get(drifterId) } });
    });
    await page.goto("/");
    await drifterPage(page).selector.waitFor();
    const selectors = harmlessStories.map(({ has = {} }) => Object.keys(has));
    const seen = await page.evaluate(readHarmless, selectors);
    for (const [index, { what, reads, has = {} }] of harmlessStories.entries()) {
      expect(words(seen[index]?.reads ?? ""), what).to.equal(words(reads).toLowerCase());
      for (const [part, text] of Object.entries(has)) {
        const found = seen[index]?.has[part]?.map((each) => words(each));
        expect(found, `${what}: ${part}`).to.deep.equal([words(text).toLowerCase()]);
      }
    }
  });
});

/** Runs in the page: shows the story of each drifter from 1 on, and tells what is read there, and in its parts. */
async function readHarmless(selectors: readonly (readonly string[])[]) {
  const seen: { reads: string; has: Record<string, string[]> }[] = [];
  let previous: Element | null = null;
  for (const [index, parts] of selectors.entries()) {
    history.pushState({}, "", `/drifter/${index + 1}`);
    window.dispatchEvent(new PopStateEvent("popstate"));
    const story = () => document.querySelector<HTMLElement>("section[aria-label=Story] .story");
    // Each drifter's section is drawn anew.
    while (story() === null || story() === previous) {
      await new Promise((done) => requestAnimationFrame(done));
    }
    previous = story();
    const textsOf = (part: string) =>
      [...(previous?.querySelectorAll(part) ?? [])].map((each) => each.textContent ?? "");
    seen.push({
      reads: story()?.innerText ?? "",
      has: Object.fromEntries(parts.map((part) => [part, textsOf(part)])),
    });
  }
  return seen;
}

/** Headings are written in capitals by the style sheet, and tables with tabs between their cells. */
function words(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
