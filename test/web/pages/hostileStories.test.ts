import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { hostileStories } from "../../support/web/hostileStories.ts";
import { tokenPage } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

/** First words of every story, which show that it is rendered. */
const opening = "So it begins.";

/** ID of the drifter with the first story. */
const firstId = 1_000;

describe("hostile story", () => {
  const { open, world } = enterSharedWorld();

  it("[S5.9] [D11] [S8.13] runs no code, requests no external host and leaves the page intact, unlike unsanitized markup", async () => {
    const stories = Object.values(hostileStories).flat();
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
    await page.addInitScript(recordFaults);
    await page.route("/api/narrative/*", (route) => {
      const drifterId = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      const narrative = `${opening}\n\n${stories[Number(drifterId) - firstId] ?? ""}`;
      return route.fulfill({ json: { drifterId, narrative } });
    });
    await page.route("/drifters/metadata/*", (route) => {
      const drifterId = new URL(route.request().url()).pathname.match(/\d+/)?.[0];
      return route.fulfill({ json: { name: `Drifter of ${drifterId}` } });
    });
    await page.goto("/");
    await tokenPage(page).selector.waitFor();
    // Last element of the page around the stories.
    await page.getByRole("link", { name: /^Mint \d/ }).waitFor();

    expect(
      await page.evaluate(readAll, [firstId, stories, opening, collectionConfig.name] as const),
    ).to.deep.equal([]);
    expect(outside).to.deep.equal([]);

    await tokenPage(page).selector.fill("7");
    await tokenPage(page).name.filter({ hasText: "Drifter of 7" }).waitFor();
    const image = page.waitForEvent("request", (request) => request.url().includes("evil"));
    await page.evaluate(() => {
      const story = document.querySelector("section[aria-label=Story]");
      if (story) story.innerHTML = `<img src="https://evil.example/1.png" onerror="canary()">`;
    });
    await image;
    await page.waitForFunction(() => window.seen.length > 0);
    expect(await page.evaluate(() => window.seen.join())).to.contain("script-src");
  });
});

declare global {
  interface Window {
    /** Code that ran or was blocked. */
    seen: string[];
  }
}

// These functions run in the page, and cannot use variables from outside.

function recordFaults(): void {
  window.seen = [];
  const see = (fault: string) => void window.seen.push(fault);
  Object.assign(window, { canary: () => see("a script ran") });
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    see(`blocked by ${effectiveDirective}: ${blockedURI}`),
  );
  window.addEventListener("error", ({ message }) => see(message));
  window.addEventListener("unhandledrejection", ({ reason }) => see(String(reason)));
}

/** Shows each story in sequence and returns the page's faults, each with the start of its story. */
async function readAll([firstId, stories, opening, site]: readonly [
  number,
  string[],
  string,
  string,
]) {
  const faults: string[] = [];
  const before = around();
  for (const [index, text] of stories.entries()) {
    const name = `Drifter of ${firstId + index}`;
    history.pushState({}, "", `/drifter/${firstId + index}`);
    window.dispatchEvent(new PopStateEvent("popstate"));
    const selector = document.querySelector<HTMLInputElement>("input[type=number]");
    selector?.focus();
    const isShown = () =>
      document.querySelector("h1")?.textContent === name &&
      document.querySelector("section[aria-label=Story] .story")?.textContent?.startsWith(opening);
    while (!isShown()) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);

    const button = document.querySelector("header button");
    const { left, top, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    const intact = {
      "changed the page around it": around() === before,
      "changed the title": document.title === `${name} · ${site}`,
      "went elsewhere": location.pathname === `/drifter/${firstId + index}`,
      "took the focus": document.activeElement === selector,
      "covers the wallet button": button?.contains(onTop),
      "is wider than the page": document.documentElement.scrollWidth <= innerWidth,
    };
    const broken = Object.entries(intact).filter(([, isIntact]) => !isIntact);
    for (const fault of [...broken.map(([fault]) => fault), ...window.seen.splice(0)])
      faults.push(`${text.slice(0, 100)}: ${fault}`);
  }
  return faults;

  /** Returns the markup around a story, without the head's title and links, which differ by page. */
  function around(): string {
    const head = [...document.head.querySelectorAll(":scope > :not(title, link)")];
    const parts = [document.querySelector("header"), ...head].map((part) => part?.outerHTML);
    return [...parts, document.body.children.length].join();
  }
}
