import { join } from "node:path";
import { type DrifterId, isDrifterId } from "#protocol/drifterId";
import type { DrifterNames } from "../narratives/drifterNames.ts";
import { revisionTag } from "../narratives/revisionTag.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { createDrifterPreviews } from "./drifterPreview.ts";
import { mintPreview } from "./mintPreview.ts";
import type { PagePreview } from "./pageHead.ts";
import { phasesPreview } from "./phasesPreview.ts";
import { portraitFile } from "./portrait.ts";
import { sitePreview } from "./sitePreview.ts";

type Params = Readonly<Record<string, string>>;

/** A page, or all pages of one form. */
interface PageSource {
  /** Path with `:name` for one segment, as in Express. */
  path: string;
  /** Metadata for the page's head; undefined if the page does not exist. */
  preview(params: Params): Promise<PagePreview | undefined>;
  /**
   * What the page is made of, cheap enough to ask at each request: as long as all parts are the same, the page is.
   * The server renders only pages with this function; `web/src/pages.tsx` has their data.
   */
  madeOf?(params: Params): Promise<readonly unknown[]>;
  /** Files of which the page is made; looked at once in a while. */
  files?(params: Params): readonly string[];
}

export interface FoundPage extends Omit<PageSource, "path" | "preview"> {
  /** Same for all requests that are answered by the same page. */
  key: string;
  params: Params;
  preview(): Promise<PagePreview | undefined>;
}

interface Sources {
  collectionDir: string;
  store: Pick<NarrativeStore, "list" | "peek" | "find" | "newest" | "isHidden">;
  names: DrifterNames;
}

/** Creates the function that finds the page at a path. */
export function createPageSources({ collectionDir, store, names }: Sources) {
  const drifterPreview = createDrifterPreviews({ collectionDir, store });
  const { path: _, ...nowhere } = sitePreview;

  const sources: readonly PageSource[] = [
    { path: "/", preview: async () => sitePreview, madeOf: storyList },
    {
      path: "/drifter/:drifterId",
      preview: async ({ drifterId = "" }) =>
        isDrifterId(drifterId) ? drifterPreview(drifterId) : undefined,
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
  const unknown: FoundPage = { key: "", params: {}, preview: async () => nowhere };

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
      return { ...source, key: path, params, preview: () => source.preview(params) };
    }
    return unknown;
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}
