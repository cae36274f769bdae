import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  delayResponses,
  describeDrifter,
  drawn,
  listStories,
  serveStory,
} from "../../support/web/answers.ts";
import { focusable } from "../../support/web/focusable.ts";
import { maxShift, openSlowly, overflowsOf, shiftOf, tooWide } from "../../support/web/layout.ts";
import { drifterPage } from "../../support/web/page.ts";
import { serveHistory, signReceipt } from "../../support/web/receipts.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const story = `## Ash on the water\n\n${"She kept one lamp lit, and nobody came for it. ".repeat(40)}`;

const screens = [
  { width: 390, height: 844 },
  { width: 390, height: 1400 },
  { width: 1280, height: 900 },
];

describe("a page on a slow connection", () => {
  const { open } = enterSharedWorld();

  for (const viewport of screens) {
    const screen = `${viewport.width} × ${viewport.height}`;

    it(`does not shift while home loads, at ${screen}`, async () => {
      const page = await openSlowly(open, viewport);
      await listStories(page, ["7", "8", "9"]);
      const release = await delayResponses(page, "/api/narrative");
      await holdLast(page, release, async () => {
        await page.goto("/", { waitUntil: "commit" });
        await page.getByText("Past the last charted well").waitFor();
      });
      await page.getByRole("listitem").first().waitFor();
      expect(await shiftOf(page)).to.be.at.most(maxShift);
    });

    it(`does not shift while a drifter and its story load, at ${screen}`, async () => {
      const page = await openSlowly(open, viewport);
      await serveStory(page, "7", story);
      const release = await delayResponses(page, "/api/narrative/7");
      await holdLast(page, release, async () => {
        await page.goto("/drifter/7", { waitUntil: "commit" });
        await drifterPage(page).traits.first().waitFor();
      });
      await page.getByText("She kept one lamp lit").waitFor();
      expect(await shiftOf(page)).to.be.at.most(maxShift);
    });
  }

  /** Releases the held response last, after the fonts. */
  async function holdLast(page: Page, release: () => void, arrive: () => Promise<void>) {
    await arrive();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await drawn(page);
    release();
  }
});

describe("motion", () => {
  const { open } = enterSharedWorld();

  const moving = async (reducedMotion: "reduce" | "no-preference") => {
    const page = await open({ reducedMotion });
    await delayResponses(page, "/drifters/metadata/7.json");
    await delayResponses(page, "/api/narrative/7");
    await page.goto("/drifter/7");
    await page.getByText("Loading the drifter").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Connect wallet" }).hover();
    return page.evaluate(() => document.getAnimations().length);
  };

  it("is off for readers who prefer reduced motion", async () => {
    expect(await moving("reduce")).to.equal(0);
  });

  it("is on for other readers while something loads", async () => {
    expect(await moving("no-preference")).to.be.greaterThan(0);
  });
});

describe("the width of a page", () => {
  const { open } = enterSharedWorld();
  const long = "Unbroken".repeat(30);
  const wide = `# ${long}\n\n${long}\n\n\`${long}\`\n\n    ${long}\n\n|${"a|".repeat(30)}\n|${"-|".repeat(30)}\n|${`${long}|`.repeat(30)}\n\n![${long}](https://maps.example/${long}.png)`;

  for (const [what, path] of [
    ["home", "/"],
    ["a drifter with long words", "/drifter/7"],
    ["a drifter that is not found", `/drifter/${"9".repeat(70)}`],
    ["an unknown URL", "/nowhere"],
    ["the gallery", `/drifters?query=${long.slice(0, 190)}`],
    ["the stories", `/stories?query=${long.slice(0, 190)}`],
  ] as const) {
    it(`fits ${what}, from the smallest phone to a wide screen`, async () => {
      const page = await open();
      await describeDrifter(page, "7", {
        name: long,
        attributes: [
          { trait_type: long, value: long },
          { trait_type: "Sky", value: "Pale" },
        ],
      });
      await serveStory(page, "7", wide);
      await listStories(page, ["7", "9".repeat(40)]);
      await page.goto(path);
      if (path === "/drifter/7") await page.getByRole("table").waitFor();
      else if (path === "/") await page.getByRole("listitem").first().waitFor();
      else await page.getByRole("heading").first().waitFor();
      expect(await overflowsOf(page)).to.deep.equal([]);
    });
  }
});

describe("a window of 320 px, as on a small phone or at 400 % zoom,", () => {
  const { open, visitAs, openWithWallet, world } = enterSharedWorld({
    viewport: { width: 320, height: 640 },
  });
  const long = "Unbroken".repeat(30);

  const states: Record<string, () => Promise<Page>> = {
    "the editor, with long words and code": async () => {
      const { page, story } = await openWithWallet(2, { wasConnected: true });
      await serveStory(page, "7", undefined);
      await page.goto("/drifter/7");
      await story.write.click();
      await story.text.fill(`# ${long}\n\n\`${long}\`\n\n    ${long}`);
      await story.sign.click();
      await story.section.getByText("Signed. Press Save to publish.").waitFor();
      await story.section.getByRole("heading", { name: long }).waitFor();
      return page;
    },
    "the list of drafts": async () => {
      const { page, story } = await openWithWallet(2, { wasConnected: true });
      await page.goto("/drifter/7");
      for (const text of [long, `${long}.`]) {
        await story.write.click();
        await story.text.fill(text);
        await page.reload();
      }
      await story.write.click();
      await story.section.getByRole("list", { name: "Your drafts" }).waitFor();
      return page;
    },
    "the proof of a story, with a long signature": async () => {
      const page = await open();
      const signed = await signReceipt(world(), { narrative: long });
      await serveHistory(page, [{ ...signed, signature: `0x${"12".repeat(2_000)}` }]);
      await page.goto("/drifter/7");
      await page.getByRole("button", { name: "Proof", exact: true }).click();
      await page.getByText("This receipt is invalid, if the node at").waitFor();
      return page;
    },
    "the ways to connect": async () => {
      const page = await open();
      await page.goto("/");
      await page.getByRole("button", { name: "Connect wallet" }).click();
      await page.getByRole("dialog").getByRole("heading", { name: "Popular wallets" }).waitFor();
      return page;
    },
    "the connected account and its drifters": async () => {
      const { page } = await visitAs(2, "/drifter/7");
      await page.getByRole("button", { name: /^0x/ }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Drifter 9" }).waitFor();
      return page;
    },
    "the mint page, with all of “Why can't I mint?”": async () => {
      const { page } = await visitAs(5, "/mint");
      await page.getByText("Why can't I mint?").click();
      await page.getByText("I have an authorisation").click();
      await page.getByText("The price is paid").waitFor();
      for (const summary of await page.locator("details:not([open]) > summary").all()) {
        await summary.click();
      }
      return page;
    },
    "the phases, as their owner": async () => {
      const { page } = await visitAs(0, "/phases");
      await page.getByRole("heading", { name: "Transactions to send" }).waitFor();
      return page;
    },
  };

  for (const [state, reach] of Object.entries(states)) {
    it(`fits ${state}, and covers no control`, async () => {
      const page = await reach();
      expect(await page.evaluate(tooWide)).to.deep.equal([]);
      expect(await page.evaluate(covered, focusable)).to.deep.equal([]);
    });
  }
});

/** Returns controls that another element covers at every scroll position. Runs in the page. */
function covered(focusable: string): string[] {
  const around = document.querySelector("dialog[open]") ?? document;
  const controls = [...around.querySelectorAll<HTMLElement>(focusable)];
  const hidden = controls.filter((control) => {
    if (!control.checkVisibility()) return false;
    control.scrollIntoView({ block: "center" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return !(onTop && (control.contains(onTop) || onTop.contains(control)));
  });
  return hidden.map(({ tagName, textContent }) => `${tagName} ${textContent}`);
}
