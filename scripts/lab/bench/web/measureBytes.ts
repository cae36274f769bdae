import { gzipSync } from "node:zlib";
import type { Browser, Page, Request } from "playwright-core";
import type { Visit } from "./visits.ts";

export const kinds = ["script", "stylesheet", "font", "image", "other"] as const;
export type Kind = (typeof kinds)[number];

export interface ByteFigures {
  /** Bytes that the page fetched from its own origin: text gzipped, the rest unchanged. */
  bytes: Record<Kind, number>;
  /** HTML of the page, gzipped, without the visible text. */
  markupBytes: number;
  /** Other hosts that the page contacted; the chain's node on this machine does not count. */
  hosts: string[];
}

const textTypes = /^(text\/|application\/(javascript|json|problem\+json)|image\/svg)/;

/** Visits the page once, with an empty cache, and counts the transferred bytes. */
export async function measureBytes(browser: Browser, visit: Visit): Promise<ByteFigures> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await visit.prepare?.(page);
    await page.goto(visit.url, { waitUntil: "domcontentloaded", timeout: 120_000 });
    await settle(page);
    await visit.act?.(page);
    await settle(page);

    const bytes = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
    const own = requests.filter((request) => originOf(request) === new URL(visit.url).origin);
    for (const request of own) bytes[kindOf(request)] += await sizeOf(request);
    const html = await (await page.request.get(visit.url)).body();
    const text = await page
      .locator("main")
      .innerText()
      .catch(() => "");
    const markupBytes = gzipSync(html).length - gzipSync(text).length;
    const hosts = new Set(requests.map((request) => new URL(request.url()).hostname));
    return {
      bytes,
      markupBytes,
      hosts: [...hosts].filter((host) => host !== "" && host !== "127.0.0.1"),
    };
  } finally {
    await context.close();
  }
}

/** Waits until the network is idle, or for 20 s if the page keeps polling. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 20_000 }).catch(() => undefined);
}

function originOf(request: Request): string {
  return new URL(request.url()).origin;
}

function kindOf(request: Request): Kind {
  const type = request.resourceType();
  return kinds.find((kind) => kind === type) ?? "other";
}

async function sizeOf(request: Request): Promise<number> {
  const response = await request.response();
  if (response === null) return 0;
  const body = await response.body().catch(() => Buffer.alloc(0));
  return textTypes.test(response.headers()["content-type"] ?? "")
    ? gzipSync(body).length
    : body.length;
}
