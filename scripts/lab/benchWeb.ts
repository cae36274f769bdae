// npm run bench:web: bytes and first paint of our pages, beside a bare React page.
import { mkdtempDisposable } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page, Request } from "playwright-core";
import { pages, tokenPagePath } from "#protocol/wire/pages";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { compileContracts } from "../shared/compileContracts.ts";
import { median } from "./bench/statistics.ts";
import { listen } from "./service/listen.ts";

const help = `Usage: npm run bench:web

Counts the bytes that our pages fetch in Chromium, and times their first paint on a slow phone beside a bare
page of React and a router, in turns. Takes about two minutes. Fails when a budget is exceeded: scripts of
113 kB for the home page, 156 kB for a story and 230 kB with the wallet dialog, gzipped; a first paint of a
story at 1.2 times the bare page's (runs differ by a tenth).

  --help             show this text`;

const kinds = ["script", "stylesheet", "font", "image", "other"] as const;

/** A kind of visit to a page. */
interface Visit {
  title: string;
  url: string;
  /** Maximum size of the page's scripts in bytes, gzipped. */
  maxScriptBytes?: number;
  /** Runs after the page has loaded; such a visit is not timed. */
  act?(page: Page): Promise<void>;
}

interface Figures {
  visit: Visit;
  /** Bytes from the page's own origin: text gzipped, the rest unchanged. */
  bytes: Record<(typeof kinds)[number], number>;
  /** Median first contentful paint in milliseconds. */
  paint?: number;
}

/** Number of timed visits per page. */
const rounds = 5;
/** Maximum first paint of a story, as a multiple of the bare page's. */
const maxPaintRatio = 1.2;

process.exitCode = await runCommand(
  {
    help,
    options: {},
    read: () => undefined,
    async run() {
      const figures = await measure();
      console.log(`\n${format(figures)}`);
      const broken = brokenBudgets(figures);
      for (const budget of broken) console.error(`✘ ${budget}`);
      return broken.length === 0 ? 0 : 1;
    },
  },
  process.argv.slice(2),
  console,
);

async function measure(): Promise<Figures[]> {
  // Imported on demand, as in serveBarePage, because the help does not need it.
  const { publishNarratives } = await import("../world/scenarios/publishStories.ts");
  const { launchChromium } = await import("./service/chromium.ts");
  const { startProductionWorld } = await import("./service/productionWorld.ts");
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), "collection-bench-")));
  const bare = await step("the bare page", () => serveBarePage(join(folder.path, "bare"), opened));
  await step("the contracts", compileContracts);
  const world = await step("our pages, built and served", () => startProductionWorld(folder.path));
  opened.defer(() => world.close());
  const narrative = "# Ash on the water\n\nShe kept **one** lamp lit.\n";
  await publishNarratives({ ...world, stories: [{ drifterId: "7", narrative }] });
  const browser = opened.adopt(await launchChromium(), (launched) => launched.close());
  const ours = (path: string) => new URL(path, world.webUrl).href;
  const visits: Visit[] = [
    { title: "React and a router", url: bare },
    { title: "/", url: ours("/"), maxScriptBytes: 113_000 },
    { title: "a story", url: ours(tokenPagePath("7")), maxScriptBytes: 156_000 },
    { title: "the gallery", url: ours(pages.gallery.path) },
    { title: "/ with the wallet dialog", url: ours("/"), maxScriptBytes: 230_000, act: openDialog },
  ];
  const paints = new Map<Visit, number[]>(visits.map((visit) => [visit, []]));
  await step("first paints", async (report) => {
    // Each round visits every page once, so that load on the machine affects all pages equally.
    for (let round = 1; round <= rounds; round += 1) {
      for (const visit of visits.filter(({ act }) => act === undefined)) {
        report(`round ${round} of ${rounds}, ${visit.title}`);
        paints.get(visit)?.push(await measurePaint(browser, visit.url));
      }
    }
  });
  return await step("bytes", async () => {
    const figures: Figures[] = [];
    for (const visit of visits) {
      const times = paints.get(visit) ?? [];
      figures.push({
        visit,
        bytes: await measureBytes(browser, visit),
        ...(times.length > 0 && { paint: median(times) }),
      });
    }
    return figures;
  });
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("dialog").getByRole("list").first().waitFor();
}

/** Builds and serves the bare page like ours: minified and precompressed. */
async function serveBarePage(outDir: string, opened: AsyncDisposableStack): Promise<string> {
  const { build } = await import("vite");
  const { compression } = await import("vite-plugin-compression2");
  const { default: express } = await import("express");
  const { default: expressStaticGzip } = await import("express-static-gzip");
  await build({
    root: join(import.meta.dirname, "bench/bare"),
    configFile: false,
    logLevel: "error",
    plugins: [compression({ threshold: 1_024, algorithms: ["gzip", "brotliCompress"] })],
    build: { outDir },
  });
  const app = express().use(
    expressStaticGzip(outDir, { enableBrotli: true, orderPreference: ["br", "gz"] }),
  );
  return opened.use(await listen(createServer(app))).url;
}

/**
 * Returns the first contentful paint in milliseconds, with an empty cache on a mid-range phone as in Lighthouse: slow
 * 4G and a quarter of the machine's speed.
 */
async function measurePaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: (1_638_400 / 8) * 0.9,
      uploadThroughput: (750_000 / 8) * 0.9,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(url, { waitUntil: "domcontentloaded", timeout: 120_000 });
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      undefined,
      { timeout: 120_000 },
    );
    return (await paint.jsonValue()) ?? Number.NaN;
  } finally {
    await context.close();
  }
}

async function measureBytes(browser: Browser, { url, act }: Visit): Promise<Figures["bytes"]> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  try {
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    // A page that polls never becomes idle.
    const settle = () =>
      page.waitForLoadState("networkidle", { timeout: 20_000 }).catch(() => undefined);
    await page.goto(url, { waitUntil: "domcontentloaded", timeout: 120_000 });
    await settle();
    await act?.(page);
    await settle();
    const bytes = { script: 0, stylesheet: 0, font: 0, image: 0, other: 0 };
    for (const request of requests) {
      const kind = kinds.find((each) => each === request.resourceType()) ?? "other";
      if (new URL(request.url()).origin === new URL(url).origin)
        bytes[kind] += await countBytes(request);
    }
    return bytes;
  } finally {
    await page.close();
  }
}

async function countBytes(request: Request): Promise<number> {
  const response = await request.response();
  const body = (await response?.body().catch(() => undefined)) ?? Buffer.of();
  const isText = /^(text\/|application\/(javascript|json|problem\+json)|image\/svg)/;
  const type = response?.headers()["content-type"] ?? "";
  return isText.test(type) ? gzipSync(body).length : body.length;
}

function format(figures: readonly Figures[]): string {
  const bare = figures[0]?.paint ?? Number.NaN;
  const row = (title: string, cells: readonly string[]) =>
    title.padEnd(28) + cells.map((cell) => cell.padStart(13)).join("");
  return [
    row("kB fetched, gzipped", [...kinds, "first paint"]),
    ...figures.map(({ visit, bytes, paint }) =>
      row(visit.title, [
        ...kinds.map((kind) => (bytes[kind] / 1_000).toFixed(1)),
        paint === undefined ? "" : `${(paint / bare).toFixed(2)} ×`,
      ]),
    ),
    "",
    "First paint: median on a slow phone, as a multiple of the first row's.",
  ].join("\n");
}

/** Returns one sentence for each exceeded budget. */
function brokenBudgets(figures: readonly Figures[]): string[] {
  const [bare, , story] = figures;
  const isLate = !((story?.paint ?? Number.NaN) <= maxPaintRatio * (bare?.paint ?? Number.NaN));
  const large = figures.filter(
    ({ visit, bytes }) => bytes.script > (visit.maxScriptBytes ?? Number.POSITIVE_INFINITY),
  );
  return [
    ...(isLate ? ["A story is painted much later than the bare page."] : []),
    ...large.map(
      ({ visit, bytes }) =>
        `${visit.title}: ${bytes.script} bytes of scripts; the budget is ${visit.maxScriptBytes}.`,
    ),
  ];
}
