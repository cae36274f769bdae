import { join } from "node:path";
import type { Page } from "playwright-core";
import type { World } from "../../../world/startWorld.ts";
import type { RunningStarters } from "./starters.ts";

/** One kind of visit to a page. */
export interface Visit {
  title: string;
  url: string;
  /** Runs before the page is requested. */
  prepare?(page: Page): Promise<unknown>;
  /** Whether it is a gallery that is then read to its end, to measure memory. */
  isReadOn?: true;
  /** Runs after the page has loaded; such a visit measures bytes only. */
  act?(page: Page): Promise<void>;
}

const returningWallet = join(import.meta.dirname, "inPage", "returningWallet.js");

const returning = (page: Page) => page.addInitScript({ path: returningWallet });

const openDialog = async (page: Page) => {
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("dialog").getByRole("list").first().waitFor();
};

interface Sites {
  world: Pick<World, "webUrl">;
  /** The same page of a collection with 10,000 drifters. */
  large: Pick<World, "webUrl">;
  starters: RunningStarters["urls"];
}

/** Returns every visit of the bench; `drifterId` has a story. */
export function listVisits({ world, large, starters }: Sites, drifterId: string): Visit[] {
  const ours = (path: string) => new URL(path, world.webUrl).href;
  return [
    { title: "React and a router", url: starters.plain },
    { title: "ours, /", url: ours("/") },
    { title: "ours, a drifter", url: ours(`/drifter/${drifterId}`) },
    { title: "ours, the gallery", url: ours("/drifters") },
    {
      title: "ours, 10,000 drifters",
      url: new URL("/drifters", large.webUrl).href,
      isReadOn: true,
    },
    { title: "ours, /, with a wallet", url: ours("/"), prepare: returning },
    {
      title: "ours, a drifter, with a wallet",
      url: ours(`/drifter/${drifterId}`),
      prepare: returning,
    },
    { title: "AppKit's start", url: starters.appkit },
    { title: "RainbowKit's start", url: starters.rainbowkit },
    { title: "ours, /, dialog open", url: ours("/"), act: openDialog },
    {
      title: "AppKit's start, dialog open",
      url: starters.appkit,
      act: (page) => page.locator("appkit-button").click({ timeout: 60_000 }),
    },
    {
      title: "RainbowKit's start, dialog open",
      url: starters.rainbowkit,
      act: (page) => page.getByRole("button", { name: "Connect Wallet" }).click(),
    },
  ];
}
