import { join } from "node:path";
import { type DrifterId, isDrifterId } from "#protocol/drifterId";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import type { DrifterNames } from "../narratives/drifterNames.ts";
import { revisionTag } from "../narratives/revisionTag.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { asApiError } from "../problem.ts";
import { createDrifterPreviews } from "./drifterPreview.ts";
import { mintPreview } from "./mintPreview.ts";
import type { PagePreview } from "./pageHead.ts";
import { phasesPreview } from "./phasesPreview.ts";
import { portraitFile } from "./portrait.ts";
import { sitePreview } from "./sitePreview.ts";

/** 404 for a drifter that is not minted, 503 while that is unknown. */
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
  /** Files of which the page is made; looked at once in a while. */
  files?(params: Params): readonly string[];
}

export interface FoundPage extends Omit<PageSource, "path" | "preview" | "status"> {
  /** Same for all requests that are answered by the same page. */
  key: string;
  params: Params;
  preview(status: PageStatus): Promise<PagePreview>;
  status(): Promise<PageStatus>;
}

interface Sources {
  collectionDir: string;
  store: Pick<NarrativeStore, "list" | "peek" | "find" | "newest" | "isHidden">;
  names: DrifterNames;
  minted: MintedDrifters;
}

/** Creates the function that finds the page at a path. */
export function createPageSources({ collectionDir, store, names, minted }: Sources) {
  const drifterPreview = createDrifterPreviews({ collectionDir, store });
  const { path: _, ...nowhere } = sitePreview;

  const sources: readonly PageSource[] = [
    { path: "/", preview: async () => sitePreview, madeOf: storyList },
    {
      path: "/drifter/:drifterId",
      status: ({ drifterId = "" }) => statusOf(drifterId),
      preview: async ({ drifterId = "" }, status) => {
        if (!isDrifterId(drifterId)) return nowhere;
        if (status === 404) return { ...nowhere, name: `Drifter #${drifterId} not found` };
        return (status === 200 && (await drifterPreview(drifterId))) || nowhere;
      },
      madeOf: async ({ drifterId = "" }) => (isDrifterId(drifterId) ? storyOf(drifterId) : []),
      files: ({ drifterId = "" }) =>
        isDrifterId(drifterId)
          ? [
              join(collectionDir, "metadata", `${drifterId}.json`),
              portraitFile(collectionDir, drifterId),
            ]
          : [],
    },
    { path: "/index.html", preview: async () => sitePreview },
    { path: "/mint", preview: async () => mintPreview },
    { path: "/phases", preview: async () => phasesPreview },
  ];
  const patterns = sources.map((source) => ({ source, pattern: patternOf(source.path) }));
  const unknown: FoundPage = {
    key: "",
    params: {},
    preview: async () => nowhere,
    status: async () => 200,
  };

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
    const list = await store.list();
    await names.know(list);
    return [list, names.version()];
  }

  async function storyOf(drifterId: DrifterId): Promise<readonly unknown[]> {
    const item = await store.peek(drifterId);
    if (item !== undefined) return [item];
    // The page says that a story was removed, and knows which version a save would replace.
    const newest = await store.newest(drifterId);
    return [newest && revisionTag(newest.item), await store.isHidden(drifterId)];
  }

  return (path: string): FoundPage => {
    for (const { source, pattern } of patterns) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const params = { ...match.groups };
      return {
        ...source,
        key: path,
        params,
        preview: (status) => source.preview(params, status),
        status: async () => source.status?.(params) ?? 200,
      };
    }
    return unknown;
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}
