import type { IncomingHttpHeaders } from "node:http";
import { zeroHash } from "viem";
import { type RenderedPage, withRenderedPage } from "#protocol/pageMarkup";
import {
  type RuntimeConfig,
  runtimeConfigElement,
  runtimeConfigMarker,
} from "#protocol/runtimeConfig";
import { partialCacheControl, sharedCacheControl } from "../caching/sharedCaching.ts";
import type { Chain } from "../chain.ts";
import type { Settings } from "../env.ts";
import { inTime } from "../inTime.ts";
import {
  chooseAnswer,
  type Prepared,
  type PreparedAnswer,
  prepareCompressible,
  weakTag,
} from "../preparedAnswer.ts";
import { secondsUntilAnOutageMayBeOver } from "../problem.ts";
import { runtimeConfig } from "../runtimeConfig.ts";
import { SizedCache } from "../sizedCache.ts";
import { withPageHead } from "./pageHead.ts";
import type { FoundPage, PageStatus } from "./pageSources.ts";
import type { PageState } from "./pageState.ts";
import { createTemplateReader, type PageTemplate } from "./pageTemplate.ts";
import type { Renderer } from "./renderer.ts";

export interface Pages {
  /**
   * Answers a read of the page at a URL's path and query; undefined if there is no build.
   *
   * @param mayReadChain counts a read of the chain; if it is absent or rejects, browsers read instead.
   */
  answer(
    url: string,
    request: { headers: IncomingHttpHeaders },
    mayReadChain?: () => Promise<void>,
  ): Promise<PreparedAnswer | undefined>;
}

interface PagesOptions {
  settings: Settings;
  chain: Chain;
  state: () => PageState | undefined;
  find: (path: string, query: string) => FoundPage;
  renderer: Renderer;
  /** Another one, so that a page that takes long delays no others. */
  costlyRenderer: Renderer;
}

/** A page that exists, with what it was made of. */
interface MadePage {
  prepared: Prepared;
  madeOf: readonly unknown[];
  /** State of the service when all this was last compared. */
  state: PageState | undefined;
  isBeingCompared: boolean;
  /** Stamps of its files. */
  stamps: readonly unknown[];
  /** Whether it lacks something, so that it is made again after a while. */
  isPartial: boolean;
  checkedAt: number;
}

/** Maximum size of the cache of pages. */
const cacheBytes = 32 * 1024 ** 2;
/** A page and its compressed form, relative to the page. */
const sizeWithCompressed = 1.4;

const mostFailed = 1_000;

const htmlType = "text/html; charset=utf-8";

/**
 * Creates the pages. Each is cached until anything that it is made of is another: the build, the configuration,
 * stories, files. So nothing has to tell the cache about a change. A page that lacks something is soon made again.
 */
export function createPages(options: PagesOptions): Pages {
  const { settings, chain, state, find, renderer, costlyRenderer } = options;
  const { webDir, publicUrl, fileLifeMilliseconds, pageTimeoutMilliseconds } = settings;
  const readTemplate = createTemplateReader(webDir, fileLifeMilliseconds);
  const readConfig = createConfigReader(settings, chain);
  const cache = new SizedCache<string, MadePage>(
    cacheBytes,
    ({ prepared }) => prepared.body.length * sizeWithCompressed,
  );
  /** Pages that are being made: requests for the same one wait for it. */
  const making = new Map<string, { madeOf: readonly unknown[]; made: Promise<MadePage> }>();

  /** The builds and revisions of pages that failed: they are not rendered again. */
  const failed = new SizedCache<string, readonly unknown[]>(mostFailed, () => 1);

  return {
    async answer(url, request, mayReadChain = refuse) {
      const before = state();
      const known = cache.get(url);
      if (known === undefined) return compare(url, request, before, mayReadChain);
      if (isUnchanged(known, before)) return chooseAnswer(request, known.prepared);
      known.isBeingCompared = true;
      try {
        return await compare(url, request, before, mayReadChain);
      } finally {
        known.isBeingCompared = false;
      }
    },
  };

  /** Compares the page with what it is made of, and makes it if anything is another. */
  async function compare(
    url: string,
    request: { headers: IncomingHttpHeaders },
    before: PageState | undefined,
    mayReadChain: () => Promise<void>,
  ): Promise<PreparedAnswer | undefined> {
    const template = await readTemplate();
    if (template === undefined) return undefined;
    const [path = ""] = url.split("?");
    const page = find(path, url.slice(path.length));
    const config = await readConfig();
    const status = await page.status();
    if (status !== 200) return makeMissing({ page, template, config, status });
    const parts = await partsOf(page);
    const madeOf = [template, config, ...(parts ?? [])];
    const kept = cache.get(page.key);
    if (kept && areSame(kept.madeOf, madeOf) && (await isCurrent(page, kept))) {
      kept.state = before;
      return chooseAnswer(request, kept.prepared);
    }
    const isRendered = !page.readsChain || (await mayReadChain().then(yes, no));
    const used = isRendered ? parts : undefined;
    const made = await makeOnce({ page, template, config, parts: used, madeOf, state: before });
    return chooseAnswer(request, made.prepared);
  }

  /**
   * Whether nothing in the service has changed since a page was compared with its parts, a moment ago or while another
   * request compares it again.
   */
  function isUnchanged(page: MadePage, now: PageState | undefined): boolean {
    if (page.state === undefined || now === undefined || !areSame(page.state, now)) return false;
    return page.isBeingCompared || performance.now() - page.checkedAt < fileLifeMilliseconds;
  }

  /** The page's parts; undefined if they cannot be read, so that browsers have to render it. */
  async function partsOf({ madeOf, params }: FoundPage): Promise<readonly unknown[] | undefined> {
    if (madeOf === undefined) return [];
    // A page is served without its story when that takes too long.
    return inTime(madeOf(params), pageTimeoutMilliseconds).catch(() => undefined);
  }

  async function isCurrent({ stamps, params }: FoundPage, kept: MadePage): Promise<boolean> {
    const now = performance.now();
    if (now - kept.checkedAt < fileLifeMilliseconds) return true;
    if (kept.isPartial) return false;
    if (stamps && !areSame(await stamps(params), kept.stamps)) return false;
    kept.checkedAt = now;
    return true;
  }

  function makeOnce(request: MakeRequest): Promise<MadePage> {
    const { key } = request.page;
    const current = making.get(key);
    if (current && areSame(current.madeOf, request.madeOf)) return current.made;
    const made = make(request).finally(() => {
      if (making.get(key)?.made === made) making.delete(key);
    });
    making.set(key, { madeOf: request.madeOf, made });
    return made;
  }

  async function make(request: MakeRequest): Promise<MadePage> {
    const { page, template, config, parts, madeOf, state } = request;
    const stamps = (await page.stamps?.(page.params)) ?? [];
    const rendered = parts && page.madeOf && (await renderOnce(request, [template, parts[0]]));
    const body = await bodyOf({ page, template, config, status: 200 }, rendered);
    const isPartial = rendered?.isPartial === true;
    const isServed = rendered !== undefined || page.madeOf === undefined;
    const lifetime = isPartial || !config.isWhole ? partialCacheControl : sharedCacheControl;
    const cacheControl = isServed ? lifetime : "no-cache";
    const content = { body, etag: weakTag(body), type: htmlType, vary: "Accept", cacheControl };
    const prepared = prepareCompressible(content);
    const checkedAt = performance.now();
    const isBeingCompared = false;
    const made = { prepared, madeOf, state, isBeingCompared, stamps, isPartial, checkedAt };
    // A page that browsers have to render because of a fault is made again at the next request.
    if (isServed) cache.set(page.key, made);
    return made;
  }

  /** Renders a page, unless it failed with the same build and revision. */
  async function renderOnce({ page, template, config }: MakeRequest, version: readonly unknown[]) {
    const before = failed.get(page.key);
    if (before && areSame(before, version)) return undefined;
    const isCostly = await page.isCostly?.(page.params);
    const request = { path: page.key, status: 200, config: config.value } as const;
    const rendered = await (isCostly ? costlyRenderer : renderer).render(template, request);
    if (rendered !== "failed") return rendered;
    failed.set(page.key, version);
    return undefined;
  }

  /** A page that exists perhaps soon, so no cache stores it. */
  async function makeMissing(request: PageParts): Promise<PreparedAnswer> {
    const { page, template, config, status } = request;
    const rendered =
      status === 404 && page.madeOf
        ? await renderer.render(template, { path: page.key, status, config: config.value })
        : undefined;
    const body = await bodyOf(request, rendered === "failed" ? undefined : rendered);
    const headers = ["Content-Type", htmlType, "Content-Length", String(body.length)];
    headers.push("Cache-Control", "no-store", "Vary", "Accept");
    if (status === 503) headers.push("Retry-After", String(secondsUntilAnOutageMayBeOver));
    return { status, headers, body };
  }

  async function bodyOf(
    { page, template, config, status }: PageParts,
    rendered: RenderedPage | undefined,
  ): Promise<Buffer> {
    const headed = withPageHead(template.html, await page.preview(status), publicUrl);
    const whole = rendered ? withRenderedPage(headed, rendered) : headed;
    return Buffer.from(whole.replace(runtimeConfigMarker, () => config.element));
  }
}

interface PageParts {
  page: FoundPage;
  template: PageTemplate;
  config: Config;
  status: PageStatus;
}

interface MakeRequest {
  page: FoundPage;
  template: PageTemplate;
  config: Config;
  parts: readonly unknown[] | undefined;
  madeOf: readonly unknown[];
  state: PageState | undefined;
}

const yes = () => true;
const no = () => false;
const refuse = () => Promise.reject(new Error("This request may not read the chain."));

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((part, index) => part === others[index]);
}

/** The page's configuration; the same object until it changes. */
interface Config {
  value: RuntimeConfig;
  element: string;
  /** Whether the chain could be read. */
  isWhole: boolean;
}

/** Creates the function that returns the configuration. While the chain cannot be read, it is tried once in a while. */
function createConfigReader(settings: Settings, chain: Chain) {
  let known: (Config & { readAt: number }) | undefined;
  return async (): Promise<Config> => {
    const now = performance.now();
    if (known?.isWhole) return known;
    if (known && now - known.readAt < settings.fileLifeMilliseconds) return known;
    const value = await runtimeConfig(settings, chain);
    const element = runtimeConfigElement(value);
    if (known?.element === element) known.readAt = now;
    else known = { value, element, isWhole: value.genesisHash !== zeroHash, readAt: now };
    return known;
  };
}
