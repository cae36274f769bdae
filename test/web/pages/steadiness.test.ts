import { expect } from "chai";
import { maxShift, openSlowly, overflowsOf, shiftOf } from "../../support/web/layout.ts";
import { lore } from "../../support/web/lore.ts";
import {
  delayResponses,
  describeToken,
  drawn,
  listStories,
  serveStory,
} from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const story = `## Ash on the water\n\n${"She kept one lamp lit, and nobody came for it. ".repeat(40)}`;

describe("browser-rendered page on a slow connection", () => {
  const { open } = enterSharedWorld();

  it("does not shift while the last response arrives after the fonts, on a phone or a wide screen", async () => {
    for (const [path, api, early, late, viewport] of [
      ["/", "/api/narrative", lore, "101", { width: 390, height: 844 }],
      ["/drifter/7", "/api/narrative/7", "//", "She kept one", { width: 1280, height: 900 }],
    ] as const) {
      const page = await openSlowly(open, viewport);
      await listStories(page, ["7", "8", "101"]);
      await serveStory(page, "7", story);
      const release = await delayResponses(page, api);
      await page.goto(path, { waitUntil: "commit" });
      await page.getByText(early).first().waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await drawn(page);
      release();
      await page.getByText(late).first().waitFor();
      expect(await shiftOf(page), path).to.be.at.most(maxShift);
    }
  });
});

describe("motion", () => {
  const { open } = enterSharedWorld();

  it("runs while something loads, except for readers who prefer reduced motion", async () => {
    const page = await open({ reducedMotion: "no-preference" });
    await delayResponses(page, "/drifters/metadata/7.json");
    await delayResponses(page, "/api/narrative/7");
    await page.goto("/drifter/7");
    await page.getByText("Loading the drifter").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Connect wallet" }).hover();
    const moving = () => page.evaluate(() => document.getAnimations().length);
    expect(await moving(), "on").to.be.greaterThan(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await drawn(page);
    expect(await moving(), "off").to.equal(0);
  });
});

describe("page width", () => {
  const { open } = enterSharedWorld();
  const long = "Unbroken".repeat(30);
  const wide = `# ${long}\n\n${long}\n\n\`${long}\`\n\n    ${long}\n\n|${"a|".repeat(30)}\n|${"-|".repeat(30)}\n|${`${long}|`.repeat(30)}\n\n![${long}](https://maps.example/${long}.png)`;

  it("fits long words and numbers, from the smallest phone to a wide screen", async () => {
    const page = await open();
    await describeToken(page, "7", {
      name: long,
      attributes: [
        { trait_type: long, value: long },
        { trait_type: "Sky", value: "Pale" },
      ],
    });
    await serveStory(page, "7", wide);
    await listStories(page, ["7", "9".repeat(40)]);
    for (const [path, shown] of [
      ["/", page.getByRole("listitem")],
      ["/drifter/7", page.getByRole("table")],
      [`/drifter/${"9".repeat(70)}`, page.getByRole("heading")],
      [`/drifters?query=${long.slice(0, 190)}`, page.getByRole("heading")],
      [`/stories?query=${long.slice(0, 190)}`, page.getByRole("heading")],
    ] as const) {
      await page.goto(path);
      await shown.first().waitFor();
      expect(await overflowsOf(page), path).to.deep.equal([]);
    }
  });
});
