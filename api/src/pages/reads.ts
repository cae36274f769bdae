import { parseTokenPageRequest } from "#protocol/wire/catalogue";
import { apiErrors } from "#protocol/wire/errors";
import type { ReadService, ServiceResponse } from "#protocol/wire/pageMarkup";
import { type ApiPath, apiPaths } from "#protocol/wire/paths";
import { revisionTag } from "#protocol/wire/revisionTag";
import { withTimeout } from "../base/withTimeout.ts";
import type { CatalogueReads } from "../catalogue/reads.ts";
import type { MintedTokens } from "../chain/minted.ts";
import type { Collection } from "../collection/collection.ts";
import { toApiError } from "../http/problem.ts";
import { parseOwner } from "../http/routing.ts";
import type { NarrativeStore } from "../narratives/store.ts";

interface PageReadDependencies {
  reads: CatalogueReads;
  collection: Pick<Collection, "readMetadata">;
  store: Pick<NarrativeStore, "find" | "stories">;
  minted: Pick<MintedTokens, "isMinted">;
}

/** @param id the path's parameter. */
type Read = (id: string, query: URLSearchParams) => Promise<ServiceResponse>;

/** Paths with optional data: if a read fails, the page is rendered without the data, and browsers request it. */
const optional: readonly ApiPath[] = [apiPaths.neighbors, apiPaths.ownedTokens];
/** Time limit for all other reads, after which browsers render the page. */
const maxMilliseconds = 1_500;

/** Creates the function with which the renderer reads API paths; returns the routes' responses without Express. */
export function createPageReads(dependencies: PageReadDependencies): ReadService {
  const { reads, collection, store, minted } = dependencies;
  const byPath: Partial<Record<ApiPath, Read>> = {
    [apiPaths.metadata]: async (id) =>
      (await minted.isMinted(id))
        ? toServiceResponse(await collection.readMetadata(id))
        : toServiceResponse(undefined),
    async [apiPaths.narrative](id) {
      const story = await store.find(id);
      if (story !== undefined) return toServiceResponse(story, revisionTag(story));
      const { removed, tag } = (await store.stories()).absence(id);
      return { ...toServiceResponse({ removed }, tag), status: 404 };
    },
    // Only browsers request data that needs a chain read per token.
    [apiPaths.neighbors]: async (id) =>
      toServiceResponse(await reads.neighbors(id, async () => null)),
    [apiPaths.storyMap]: async () => toServiceResponse(await reads.storyMap()),
    [apiPaths.narratives]: async (_, query) => toServiceResponse(await reads.stories(query)),
    [apiPaths.tokens]: async (_, query) =>
      toServiceResponse(await reads.tokenPage(parseTokenPageRequest(query))),
    [apiPaths.ownedTokens]: async (id, query) =>
      toServiceResponse(await reads.ownerPage(parseOwner(id), query)),
  };
  const patterns = Object.entries(byPath).map(([path, read]) => {
    const pattern = path
      .replace("{drifterId}", "(0|[1-9]\\d{0,77})")
      .replace("{address}", "(\\w+)");
    const isOptional = optional.some((other) => other === path);
    return { pattern: new RegExp(`^${pattern}$`), read, isOptional };
  });

  return async (url) => {
    const { pathname, searchParams } = new URL(url, "http://service.invalid");
    for (const { pattern, read, isOptional } of patterns) {
      const match = pattern.exec(pathname);
      if (match === null) continue;
      const reading = read(match[1] ?? "", searchParams).catch((error) => {
        const { status } = apiErrors[toApiError(error).code];
        // A page without neighbors is better than no page.
        if (status >= 500 && !isOptional) throw error;
        return { ...toServiceResponse(undefined), status: status >= 500 ? 404 : status };
      });
      const response = await withTimeout(reading, maxMilliseconds);
      if (response !== undefined) return response;
      if (!isOptional) throw new Error(`${url} took too long.`);
    }
    return toServiceResponse(undefined);
  };
}

function toServiceResponse(value: object | undefined, etag?: string): ServiceResponse {
  const headers = etag === undefined ? {} : { etag };
  return { status: value === undefined ? 404 : 200, headers, body: JSON.stringify(value ?? {}) };
}
