import { expect } from "chai";
import { tokenPage } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";
import { hostileStories } from "../../support/web/stories/hostile.ts";
import { recordViolations } from "../../support/web/stories/watch.ts";

const hostile = Object.entries(hostileStories).flatMap(([kind, texts]) =>
  texts.map((text, place) => ({
    name: `${kind}: ${JSON.stringify(text).slice(0, 120)}`,
    text,
    place,
  })),
);

/** Stories shown in the browser: all of them with `SOAK=1`, else two of each kind. */
const read =
  process.env.SOAK === "1" ? hostile : hostile.filter(({ place }) => place === 0 || place === 9);

/** First words of every story, which show that it is rendered. */
const opening = "So it begins.";

describe("hostile stories", () => {
  // Each story is on a separate page; one tab shows them all.
  const { open, world } = enterSharedWorld();

  it(`number ${hostile.length}, all different`, () => {
    expect(hostile.length).to.be.at.least(150);
    expect(new Set(hostile.map(({ text }) => text)).size).to.equal(hostile.length);
  });

  it("[S5.9] [S5.12] [S5.13] [S5.14] [D10] [D11] [S8.13] run no code, request nothing from other hosts, link only to allowed URLs, and leave the page intact; each fault is detected in markup that is not sanitized", async () => {
    const { page, outside, readAll } = await openLibrary();
    const faults = await readAll(read.map(({ text }) => `${opening}\n\n${text}`));
    const told = read.flatMap(({ name }, index) =>
      (faults[index] ?? ["was never shown"]).map((fault) => `${name} ${fault}`),
    );
    expect(told).to.deep.equal([]);
    expect(outside).to.deep.equal([]);
    expect(await page.evaluate(() => window.seen)).to.deep.equal([]);

    // The page still works.
    await tokenPage(page).selector.fill("7");
    await tokenPage(page).name.filter({ hasText: "Drifter of 7" }).waitFor();

    await tokenPage(page).selector.fill("1000");
    await page.getByText(opening).first().waitFor();
    // Inserts unsanitized markup, whose fault must be reported.
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

  /** Opens a tab that shows stories one after the other and records every fault. */
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
    await recordViolations(page);

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
    await tokenPage(page).selector.waitFor();
    // The last part of the page around the stories.
    await page.getByRole("link", { name: /^Mint \d/ }).waitFor();

    return {
      page,
      outside,
      /** Shows one story after the other and returns the faults of the page for each. */
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
