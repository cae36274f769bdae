import { apiPaths, drifterPathPrefix } from "#protocol/paths";
import type { ServiceVariables } from "../service.ts";

/** Where the stories and portraits of a live collection are. */
export interface Sources {
  /** Origin of the live service. */
  origin: string | undefined;
  /** Variables with which the local service reads metadata and portraits. */
  portraits: ServiceVariables;
  /** A sentence for each source that is unknown. */
  missing: readonly string[];
}

interface KnownSources {
  /** Origin of the live service. */
  stories?: string | undefined;
  /** Gateway to IPFS. */
  gateway?: string | undefined;
}

/**
 * Derives the sources from the contract's base URI: it is on IPFS, below an origin, or relative to the live service's
 * origin. Metadata at the service's own path tell its origin.
 *
 * @param baseURI undefined while nothing is minted.
 */
export function findSources(
  baseURI: string | undefined,
  { stories, gateway }: KnownSources,
): Sources {
  const isOnIpfs = /^ipfs:/i.test(baseURI ?? "");
  const base = isOnIpfs || baseURI === undefined ? null : URL.parse(baseURI, stories);
  const isServed = base?.pathname === drifterPathPrefix(apiPaths.metadata);
  const origin = stories ?? (isServed ? base.origin : undefined);
  const missing: string[] = [];
  if (origin === undefined) {
    missing.push("No stories were imported: name the live service with --stories URL.");
  }
  if (isOnIpfs && gateway === undefined) {
    missing.push("Its portraits are on IPFS: name a gateway with --gateway URL to show them.");
  }
  if (!isOnIpfs && base === null && baseURI !== undefined) {
    missing.push(`It has no portraits: its base URI is "${baseURI}".`);
  }
  const address = isOnIpfs
    ? gateway && baseURI?.replace(/^ipfs:\/\/(ipfs\/)?/i, gateway)
    : base?.href;
  const portraits = address ? { COLLECTION_DIR: "", COLLECTION_ORIGIN: address } : {};
  return { origin, portraits, missing };
}
