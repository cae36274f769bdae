import { parseAddress } from "#protocol/address";
import { type DrifterId, isDrifterId } from "#protocol/drifterId";
import { renderingCost } from "#protocol/markdownCost";
import type { Catalogue, CatalogueView } from "../catalogue/catalogue.ts";
import type { CollectionMetadata } from "../catalogue/collectionMetadata.ts";
import type { Collection } from "../collection/collection.ts";
import type { Settings } from "../env.ts";
import { inTime } from "../inTime.ts";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import { revisionTag } from "../narratives/revisionTag.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { asApiError } from "../problem.ts";
import { createDrifterPreviews, stampsOf } from "./drifterPreview.ts";
import type { PagePreview } from "./pageHead.ts";
import { pagePreviews } from "./pagePreviews.ts";
import { sitePreview } from "./sitePreview.ts";

/** 404 for an unknown path, a drifter that is not minted or text that is no address, 503 while it is unknown what is minted. */
export type PageStatus = 200 | 404 | 503;

type Params = Readonly<Record<string, string>>;

/** A page, or all pages of one form. */
interface PageSource {
  /** Path with `:name` for one segment, as in Express. */
  path: string;
  /** Metadata for the page's head. */
  preview(params: Params, status: PageStatus): Promise<PagePreview>;
  /** By default 200. */
  status?(params: Params): Promise<PageStatus>;
  /**
   * What the page is made of, cheap enough to ask at each request: as long as all parts are the same, the page is.
   * The server renders only pages with this function; `web/src/pages.tsx` has their data.
   */
  madeOf?(params: Params): Promise<readonly unknown[]>;
  /** Stamps of the files of which the page is made; looked at once in a while. */
  stamps?(params: Params): Promise<readonly unknown[]>;
  /** Whether rendering takes so long that other pages may not wait for it. */
  isCostly?(params: Params): Promise<boolean>;
  /** Whether the page depends on the query of the URL. */
  usesQuery?: true;
  /** Whether rendering reads the chain, which each client may do a limited number of times. */
  readsChain?: true;
}

export interface FoundPage extends Omit<PageSource, "path" | "preview" | "status"> {
  /** Same for all requests that are answered by the same page. */
  key: string;
  params: Params;
  preview(status: PageStatus): Promise<PagePreview>;
  status(): Promise<PageStatus>;
}

interface Sources {
  settings: Pick<Settings, "pageTimeoutMilliseconds">;
  collection: Collection;
  store: Pick<NarrativeStore, "stories" | "peek" | "find" | "newest" | "isHidden">;
  metadata: CollectionMetadata;
  catalogue: Catalogue;
  minted: Pick<MintedDrifters, "current" | "isMinted">;
}

/** While the catalogue takes longer, a page keeps the neighbours of the last one; in milliseconds. */
const longestWaitForCatalogue = 100;

/** Maximum cost of stories whose pages are rendered one after the other with all other pages. */
const maxQuickCost = 100;

/** Creates the function that finds the page at a path; `query` is that of the URL, with its question mark. */
export function createPageSources(origins: Sources) {
  const { settings, collection, store, metadata, catalogue, minted } = origins;
  const timeoutMilliseconds = settings.pageTimeoutMilliseconds;
  const drifterPreview = createDrifterPreviews({ collection, store, timeoutMilliseconds });
  const { path: _, ...nowhere } = sitePreview;

  const sources: readonly PageSource[] = [
    { path: "/", preview: async () => pagePreviews.home, madeOf: storyList },
    {
      path: "/drifter/:drifterId",
      status: ({ drifterId = "" }) => statusOf(drifterId),
      preview: async ({ drifterId = "" }, status) => {
        if (!isDrifterId(drifterId)) return nowhere;
        if (status === 404) return { ...nowhere, name: `Drifter #${drifterId} not found` };
        return (status === 200 && (await drifterPreview(drifterId))) || nowhere;
      },
      madeOf: async ({ drifterId = "" }) =>
        isDrifterId(drifterId) ? [...(await storyOf(drifterId)), ...(await neighbourhood())] : [],
      isCostly: async ({ drifterId = "" }) => {
        const story = isDrifterId(drifterId) ? await store.find(drifterId) : undefined;
        return renderingCost(story?.narrative ?? "", maxQuickCost) > maxQuickCost;
      },
      stamps: async ({ drifterId = "" }) =>
        isDrifterId(drifterId) ? stampsOf(collection, drifterId) : [],
    },
    { path: "/index.html", preview: async () => sitePreview },
    {
      path: "/drifters",
      preview: async () => pagePreviews.gallery,
      usesQuery: true,
      madeOf: async () => [await catalogue.view(), (await store.stories()).version],
    },
    {
      path: "/stories",
      preview: async () => pagePreviews.stories,
      usesQuery: true,
      madeOf: async () => [...(await storyList()), (await minted.current())?.key],
    },
    {
      path: "/owner/:address",
      status: async ({ address = "" }) => (parseAddress(address) ? 200 : 404),
      preview: async ({ address = "" }, status) => {
        if (status !== 200) return { ...nowhere, name: "No such wallet" };
        const shown = `${address.slice(0, 6)}…${address.slice(-4)}`;
        const feed = { title: `Stories by ${shown}`, path: `/owner/${address}/feed` };
        return { ...nowhere, name: `Drifters of ${shown}`, feed };
      },
      readsChain: true,
      madeOf: async () => [...(await storyList()), (await minted.current())?.blockNumber],
    },
    { path: "/about", preview: async () => pagePreviews.about, madeOf: async () => [] },
    { path: "/mint", preview: async () => pagePreviews.mint },
    { path: "/phases", preview: async () => pagePreviews.phases },
  ];
  const patterns = sources.map((source) => ({ source, pattern: patternOf(source.path) }));
  /** Browsers find a page in spite of upper case or a slash at its end. */
  const isKnown = (path: string) =>
    patterns.some(({ pattern }) => pattern.test(path.toLowerCase().replace(/\/$/, "")));

  async function statusOf(drifterId: string): Promise<PageStatus> {
    // The page replaces `007` by `7`.
    if (!isDrifterId(drifterId)) return /^0+[1-9]\d*$/.test(drifterId) ? 200 : 404;
    try {
      return (await minted.isMinted(drifterId)) ? 200 : 404;
    } catch (error) {
      if (asApiError(error).code === "chain.unavailable") return 503;
      throw error;
    }
  }

  async function storyList(): Promise<readonly unknown[]> {
    const stories = await store.stories();
    await metadata.know(stories.list());
    return [stories.version, metadata.version()];
  }

  let lastView: CatalogueView | undefined;

  /** What decides which drifters a drifter's page leads to; less until all metadata is read. */
  async function neighbourhood(): Promise<readonly unknown[]> {
    const view = await inTime(catalogue.view(), longestWaitForCatalogue).catch(() => undefined);
    lastView = view ?? lastView;
    return lastView ? [lastView, (await store.stories()).version] : [];
  }

  async function storyOf(drifterId: DrifterId): Promise<readonly unknown[]> {
    const item = await store.peek(drifterId);
    if (item !== undefined) return [revisionTag(item)];
    // The page says that a story was removed, and knows which version a save would replace.
    const newest = await store.newest(drifterId);
    return [newest && revisionTag(newest.item), await store.isHidden(drifterId)];
  }

  return (path: string, query = ""): FoundPage => {
    for (const { source, pattern } of patterns) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const params = { ...match.groups };
      return {
        ...source,
        key: source.usesQuery ? path + query : path,
        params,
        preview: (status) => source.preview(params, status),
        status: async () => source.status?.(params) ?? 200,
      };
    }
    const status = isKnown(path) ? 200 : 404;
    return { key: "", params: {}, preview: async () => nowhere, status: async () => status };
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}
