import { isDrifterId } from "#protocol/drifterId";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { asApiError } from "../problem.ts";
import { createDrifterPreviews } from "./drifterPreview.ts";
import { mintPreview } from "./mintPreview.ts";
import type { PagePreview } from "./pageHead.ts";
import { phasesPreview } from "./phasesPreview.ts";
import { sitePreview } from "./sitePreview.ts";

interface PreviewSources {
  collectionDir: string;
  store: Pick<NarrativeStore, "peek" | "find">;
  minted: MintedDrifters;
}

/** A page's status and metadata; the app is the same on every page. */
interface PageAnswer {
  /** 404 for a drifter that is not minted, 503 while that is unknown. */
  status: 200 | 404 | 503;
  preview: PagePreview;
}

/** Previews of pages other than a drifter's. */
const ownPages = new Map<string, PagePreview>([
  ["/", sitePreview],
  ["/index.html", sitePreview],
  ["/mint", mintPreview],
  ["/phases", phasesPreview],
]);

const { path: _, ...nowhere } = sitePreview;

/** Creates the function that returns the preview of a path; unknown paths get the site's. */
export function createPreviews(sources: PreviewSources) {
  const drifterPreview = createDrifterPreviews(sources);

  return async (path: string): Promise<PageAnswer> => {
    const page = ownPages.get(path);
    if (page !== undefined) return { status: 200, preview: page };
    const [, drifterId = ""] = /^\/drifter\/([^/]+)$/.exec(path) ?? [];
    if (!isDrifterId(drifterId)) return { status: 200, preview: nowhere };
    const status = await statusOf(drifterId);
    if (status === 404) {
      return { status, preview: { ...nowhere, name: `Drifter #${drifterId} not found` } };
    }
    const preview = status === 200 ? await drifterPreview(drifterId) : undefined;
    return { status, preview: preview ?? nowhere };
  };

  async function statusOf(drifterId: string): Promise<PageAnswer["status"]> {
    try {
      return (await sources.minted.isMinted(drifterId)) ? 200 : 404;
    } catch (error) {
      if (asApiError(error).code === "chain.unavailable") return 503;
      throw error;
    }
  }
}
