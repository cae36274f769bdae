import { parseAddress } from "#protocol/address";
import { isDrifterId } from "#protocol/drifterId";
import type { MintedDrifters } from "../chain/minted.ts";
import type { Collection } from "../collection/collection.ts";
import type { Settings } from "../env.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { asApiError } from "../problem.ts";
import { createDrifterPreviews } from "./drifterPreview.ts";
import type { PagePreview } from "./pageHead.ts";
import { pagePreviews, sitePreview } from "./pagePreviews.ts";

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
  /** Whether the server renders it; `web/src/pages.tsx` has its data. */
  isRendered?: true;
  /** Whether the page depends on the query of the URL. */
  usesQuery?: true;
  /** Whether rendering reads the chain, which each client may do a limited number of times. */
  readsChain?: true;
}

export interface FoundPage extends Pick<PageSource, "isRendered" | "readsChain"> {
  /** The template of its path; undefined for an unknown one. */
  path?: string;
  /** Same for all requests that get the same page. */
  key: string;
  preview(status: PageStatus): Promise<PagePreview>;
  status(): Promise<PageStatus>;
}

interface Sources {
  settings: Pick<Settings, "pageTimeoutMilliseconds">;
  collection: Collection;
  store: Pick<NarrativeStore, "find">;
  minted: Pick<MintedDrifters, "isMinted">;
}

/** Creates the function that finds the page at a path; `query` is that of the URL, with its question mark. */
export function createPageSources({ settings, collection, store, minted }: Sources) {
  const timeoutMilliseconds = settings.pageTimeoutMilliseconds;
  const drifterPreview = createDrifterPreviews({ collection, store, timeoutMilliseconds });
  const { path: _, ...nowhere } = sitePreview;

  const sources: readonly PageSource[] = [
    { path: "/", preview: async () => pagePreviews.home, isRendered: true },
    {
      path: "/drifter/:drifterId",
      status: ({ drifterId = "" }) => statusOf(drifterId),
      preview: async ({ drifterId = "" }, status) => {
        if (!isDrifterId(drifterId)) return nowhere;
        if (status === 404) return { ...nowhere, name: `Drifter #${drifterId} not found` };
        return (status === 200 && (await drifterPreview(drifterId))) || nowhere;
      },
      isRendered: true,
    },
    { path: "/index.html", preview: async () => sitePreview },
    {
      path: "/drifters",
      preview: async () => pagePreviews.gallery,
      usesQuery: true,
      isRendered: true,
    },
    {
      path: "/stories",
      preview: async () => pagePreviews.stories,
      usesQuery: true,
      isRendered: true,
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
      isRendered: true,
      readsChain: true,
    },
    { path: "/about", preview: async () => pagePreviews.about, isRendered: true },
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

  return (url: string): FoundPage => {
    const [path = ""] = url.split("?");
    for (const { source, pattern } of patterns) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const params = { ...match.groups };
      const { isRendered, readsChain } = source;
      return {
        ...(isRendered && { isRendered }),
        ...(readsChain && { readsChain }),
        path: source.path,
        key: source.usesQuery ? url : path,
        preview: (status) => source.preview(params, status),
        status: async () => source.status?.(params) ?? 200,
      };
    }
    const status = isKnown(path) ? 200 : 404;
    return { key: url, preview: async () => nowhere, status: async () => status };
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}
