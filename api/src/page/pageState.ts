import type { CollectionMetadata } from "../catalogue/collectionMetadata.ts";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import type { NarrativeStore } from "../narratives/store.ts";

/** Versions of all that pages are made of, except files. */
export type PageState = readonly unknown[];

interface StateSources {
  store: Pick<NarrativeStore, "known">;
  minted: Pick<MintedDrifters, "known">;
  metadata: Pick<CollectionMetadata, "version">;
}

/**
 * Creates the function that returns the state. While all of it is the same, so are all pages. Undefined if only reads
 * can tell.
 */
export function createPageState({ store, minted, metadata }: StateSources) {
  return (): PageState | undefined => {
    const stories = store.known()?.version;
    const ranges = minted.known();
    if (stories === undefined || ranges === undefined) return undefined;
    return [stories, ranges, metadata.version()];
  };
}
