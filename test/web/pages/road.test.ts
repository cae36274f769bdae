import { expect } from "chai";
import type { Page } from "playwright-core";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const moving = { reducedMotion: "no-preference" } as const;

/** The page's address, name and focus, and the number of history entries. */
const stateOf = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname,
    title: document.title.split(" · ")[0],
    name: document.querySelector("h1")?.textContent,
    focus: document.activeElement?.tagName,
    entries: history.length,
  }));

/** Waits until a drifter's page is shown and nothing moves. */
async function arriveAt(page: Page, drifterId: string): Promise<void> {
  await page.waitForFunction(
    (id) =>
      location.pathname === `/drifter/${id}` &&
      document.querySelector(".card__number")?.textContent?.endsWith(`#${id}`) &&
      document.activeElement !== document.body &&
      document.getAnimations().length === 0,
    drifterId,
  );
}

/** Returns the side from which the next portrait comes, at the destination. */
function nextSide(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const portrait = document.querySelector(".card__frame > :is(a, .portrait)");
          const [movement] = portrait?.getAnimations({ subtree: true }) ?? [];
          const { effect } = movement ?? {};
          const [start, end] = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
          // Before the arrival, the portrait that leaves moves.
          if (end?.transform !== "none") requestAnimationFrame(look);
          else resolve(String(start?.transform).startsWith("translate(0px") ? "left" : "right");
        };
        look();
      }),
  );
}

/** Moves a finger over the portrait: to each part of a distance, one after the other. */
async function swipe(page: Page, x: number, dx: number, { dy = 0, parts = [0.3, 0.6, 1] } = {}) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x, y: 400 });
  for (const part of parts) await touch("touchMove", { x: x + dx * part, y: 400 + dy * part });
  await touch("touchEnd");
}

interface Point {
  x: number;
  y: number;
}

describe("road between drifters", () => {
  const { open } = enterSharedWorld();

  async function openRoad(id: string, options: Parameters<typeof open>[0] = {}): Promise<Page> {
    const page = await open(options);
    const code = page.waitForResponse(/\/assets\/walk-/);
    await page.goto(`/drifter/${id}`);
    // Resolves after the page, which imported the code first, has run it.
    await page.evaluate((url) => import(url), (await code).url());
    return page;
  }

  it("leads to the neighbors by the arrow keys, and back through the history", async () => {
    const page = await openRoad("4", moving);
    const before = await stateOf(page);
    const there = nextSide(page);
    await page.keyboard.press("ArrowRight");
    expect(await there).to.equal("right");
    await arriveAt(page, "5");
    const after = await stateOf(page);
    expect(after).to.deep.equal({
      path: "/drifter/5",
      title: after.name,
      name: after.name,
      focus: "H1",
      entries: before.entries + 1,
    });
    expect(after.name).not.to.equal(before.name);
    const back = nextSide(page);
    await page.goBack();
    expect(await back).to.equal("left");
    await arriveAt(page, "4");
    await page.keyboard.press("ArrowLeft");
    await arriveAt(page, "3");
  });

  it("leads to the neighbors by the links beside the portrait and below the story", async () => {
    const page = await openRoad("4", moving);
    await page.locator(".road-steps").getByRole("link", { name: /^Next/ }).click();
    await arriveAt(page, "5");
    // Out of the portrait's sight, a walk leads to the top.
    await page.setViewportSize({ width: 1_280, height: 400 });
    await page
      .locator(".neighbors")
      .getByRole("link", { name: /Previous/ })
      .click();
    await arriveAt(page, "4");
    expect(await stateOf(page)).to.include({ path: "/drifter/4", focus: "H1" });
    expect(await page.evaluate(() => scrollY)).to.equal(0);
  });

  it("follows a finger to the neighbors, and returns with it", async () => {
    const page = await openRoad("4", { ...phone, ...moving });
    await swipe(page, 100, 200, { parts: [0.5, 1, 0.5, 0.05] });
    await page.waitForFunction(() => !document.querySelector(".road-double"));
    expect(await stateOf(page)).to.include({ path: "/drifter/4" });
    await swipe(page, 300, -200);
    await arriveAt(page, "5");
    await swipe(page, 100, 200);
    await arriveAt(page, "4");
    expect(await stateOf(page)).to.include({ path: "/drifter/4", focus: "H1" });
  });

  it("leaves swipes to the browser at the screen's edge, on selected text, and up or down", async () => {
    const taken = async (
      x: number,
      { selected, dy = 0 }: { selected?: string; dy?: number } = {},
    ) => {
      const page = await openRoad("4", phone);
      await page.evaluate((selected) => {
        window.addEventListener("touchmove", (event) => {
          document.body.dataset.taken = String(event.defaultPrevented);
        });
        if (selected)
          getSelection()?.selectAllChildren(document.querySelector(selected) ?? document);
      }, selected);
      await swipe(page, x, 200, { dy });
      return page.evaluate(() => document.body.dataset.taken);
    };
    expect(await taken(100)).to.equal("true");
    expect(await taken(10)).to.equal("false");
    expect(await taken(100, { selected: "h1" })).to.equal("false");
    expect(await taken(100, { dy: -300 })).to.equal("false");
  });

  it("ends at the first drifter", async () => {
    const page = await openRoad("1", { ...phone, ...moving });
    const { entries } = await stateOf(page);
    await swipe(page, 100, 200);
    await page.keyboard.press("ArrowLeft");
    expect(await page.locator("a[rel=prev]").count()).to.equal(0);
    await page.keyboard.press("ArrowRight");
    await arriveAt(page, "2");
    expect((await stateOf(page)).entries).to.equal(entries + 1);
  });

  it("changes the page without movement for readers who prefer reduced motion", async () => {
    const page = await openRoad("4", { reducedMotion: "reduce" });
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        document.body.dataset.moved = "";
        return animate.apply(this, args);
      };
    });
    await page.keyboard.press("ArrowRight");
    await arriveAt(page, "5");
    await page.goBack();
    await arriveAt(page, "4");
    expect(await page.evaluate(() => document.body.dataset.moved)).to.equal(undefined);
  });

  it("leaves the arrow keys to readers who type, and to the browser's shortcuts", async () => {
    const page = await openRoad("4");
    await page.keyboard.press("Control+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    const field = page.locator(".selector__input");
    await field.click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("1");
    await page.waitForURL("**/drifter/14");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Backspace");
    await page.waitForURL("**/drifter/1");
    expect((await stateOf(page)).focus).to.equal("INPUT");
  });
});
