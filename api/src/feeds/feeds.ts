import type { Request, Response, Router } from "express";
import type { Logger } from "pino";
import type { DrifterId } from "#protocol/values/drifterId";
import { isDrifterId } from "#protocol/values/drifterId";
import { tokenTitle } from "#protocol/values/noun";
import { formatPersonName } from "#protocol/wire/formatPersonName";
import { feedPath, ownerPagePath, pages, productName, tokenPagePath } from "#protocol/wire/pages";
import { type ApiPath, apiPaths, routePattern } from "#protocol/wire/paths";
import type { NarrativeListItem, SignedRevision } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import type { CollectionMetadata } from "../catalogue/metadata.ts";
import type { MintedTokens } from "../chain/minted.ts";
import { isShown } from "../chain/mintedRanges.ts";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { allowOtherSites, createRouter, methodNotAllowed, parseOwner } from "../http/routing.ts";
import type { Names } from "../names/names.ts";
import {
  isUnreadableRevision,
  type NarrativeStore,
  type StoryReader,
} from "../narratives/store.ts";
import { firstWords } from "../narratives/text.ts";
import { atomType, jsonFeedType } from "../pages/head.ts";
import type { StoryMarkup } from "../pages/storyMarkup.ts";
import type { Settings } from "../settings/settings.ts";
import {
  type Feed,
  type FeedEntry,
  formatAtomFeed,
  formatJsonFeed,
  maxEntries,
  neverUpdated,
} from "./feed.ts";
import { createOpenings, type OpeningsDependencies } from "./openings.ts";

interface FeedDependencies extends OpeningsDependencies {
  settings: Pick<Settings, "publicUrl" | "chainId" | "contract">;
  store: Pick<NarrativeStore, "stories" | "find">;
  minted: Pick<MintedTokens, "current" | "isMinted">;
  metadata: CollectionMetadata;
  logger: Logger;
  names: Pick<Names, "of">;
  renderStory: StoryMarkup;
}

/** Properties that differ between feeds. */
interface Subject {
  /** The feed's path without the file extension. */
  path: string;
  pagePath: string;
  title: string;
  /** Whether the feed also lists phase openings. */
  hasOpenings?: true;
  /** Selects the feed's latest stories, more than it shows, because some may be hidden. */
  select(
    stories: StoryReader,
    isWanted: (item: NarrativeListItem) => boolean,
  ): readonly NarrativeListItem[];
}

/** Routes feeds for all stories and openings, a token or a wallet in both formats. Without `PUBLIC_URL`, there are no feeds. */
export function feedRoutes(dependencies: FeedDependencies): Router {
  const { settings, minted, metadata } = dependencies;
  const readFeed = createFeedReader(dependencies);
  const router = createRouter();
  route(apiPaths.atomFeed, apiPaths.jsonFeed, async () => ({
    path: pages.stories.feed,
    pagePath: pages.stories.path,
    title: pages.stories.title,
    hasOpenings: true,
    select: (stories, isWanted) => stories.page(maxEntries, undefined, isWanted),
  }));
  route(apiPaths.tokenAtomFeed, apiPaths.tokenJsonFeed, async (drifterId) => {
    if (!isDrifterId(drifterId)) throw new ApiError("token.invalid_id");
    requirePublicUrl(settings.publicUrl);
    if (!(await minted.isMinted(drifterId))) throw new ApiError("token.not_found");
    await metadata.know([{ drifterId }]);
    return {
      path: feedPath("token", drifterId),
      pagePath: tokenPagePath(drifterId),
      title: `Story of ${displayName(metadata, drifterId)}`,
      select: (stories) => [stories.story(drifterId)].filter((item) => item !== undefined),
    };
  });
  route(apiPaths.ownerAtomFeed, apiPaths.ownerJsonFeed, async (address) => {
    const owner = parseOwner(address);
    return {
      path: feedPath("owner", owner),
      pagePath: ownerPagePath(owner),
      title: `Stories by ${owner.slice(0, 6)}…${owner.slice(-4)}`,
      select: (stories) => stories.byAuthor(owner),
    };
  });
  return router;

  function route(
    atomPath: ApiPath,
    jsonPath: ApiPath,
    createSubject: (parameter: string) => Promise<Subject>,
  ): void {
    for (const [path, type, format] of [
      [atomPath, atomType, formatAtomFeed],
      [jsonPath, jsonFeedType, formatJsonFeed],
    ] as const) {
      router
        .route(routePattern(path))
        .get(allowOtherSites, async ({ params }: Request, response: Response) => {
          const [parameter = ""] = Object.values(params).map(String);
          const feed = await readFeed(await createSubject(parameter));
          response.setHeader("Cache-Control", sharedCacheControl);
          if (feed.updated !== neverUpdated)
            response.setHeader("Last-Modified", new Date(feed.updated).toUTCString());
          response.type(`${type}; charset=utf-8`).send(format(feed));
        })
        .all(methodNotAllowed("GET", "HEAD"));
    }
  }
}

/** Returns a function that reads a feed's entries. */
function createFeedReader(dependencies: FeedDependencies) {
  const { settings, store, minted, metadata, names, logger, renderStory } = dependencies;
  const { publicUrl, chainId, contract } = settings;
  const listOpenings = createOpenings(dependencies);
  return readFeed;

  async function readFeed({ path, pagePath, title, hasOpenings, select }: Subject): Promise<Feed> {
    const origin = requirePublicUrl(publicUrl);
    const ranges = await minted.current();
    const isWanted = ({ drifterId }: NarrativeListItem) => isShown(drifterId, ranges);
    const stories = await store.stories();
    const items = select(stories, isWanted).filter(isWanted).slice(0, maxEntries);
    await metadata.know(items);
    const entries: FeedEntry[] = [];
    let charactersLeft = maxHtmlCharacters;
    const deadline = performance.now() + maxRenderMilliseconds;
    // Reads one story at a time, because a story may be a megabyte.
    for (const item of items) {
      // An unreadable story is omitted.
      const story = await store.find(item.drifterId).catch((error) => {
        if (!isUnreadableRevision(error)) throw error;
        logger.error({ err: error, drifterId: item.drifterId }, "a story is missing from a feed");
        return undefined;
      });
      // The story may have been removed or hidden since.
      if (story === undefined) continue;
      const isInTime = charactersLeft > 0 && performance.now() < deadline;
      const markup = isInTime ? await renderStory(story) : undefined;
      charactersLeft -= markup?.length ?? 0;
      const html = charactersLeft < 0 ? undefined : markup && absoluteLinks(markup, origin);
      entries.push({ ...createEntry(story, origin), html });
    }
    if (hasOpenings) {
      entries.push(...(await listOpenings(origin, formatTagPrefix(origin))));
      entries.sort((one, other) => Date.parse(other.updated) - Date.parse(one.updated));
      entries.splice(maxEntries);
    }
    return {
      id: formatTagPrefix(origin) + path,
      title: `${title} · ${productName}`,
      pageUrl: origin + pagePath,
      url: origin + path,
      updated: entries[0]?.updated ?? neverUpdated,
      entries,
    };
  }

  function createEntry(story: SignedRevision, origin: string): FeedEntry {
    const { drifterId, author, savedAt, narrative } = story;
    const pagePath = tokenPagePath(drifterId);
    const name = names.of(author);
    return {
      id: formatTagPrefix(origin) + pagePath,
      title: displayName(metadata, drifterId),
      pageUrl: origin + pagePath,
      author: name ? formatPersonName(name) : author,
      authorUrl: origin + ownerPagePath(author),
      updated: savedAt,
      summary: storySummary(narrative),
    };
  }

  /** Prefix for all IDs: a tag URI (RFC 4151) with the chain and the contract. */
  function formatTagPrefix(origin: string): string {
    const { hostname } = new URL(origin);
    return `tag:${hostname},2026:eip155:${chainId}:${contract.toLowerCase()}`;
  }
}

function displayName(metadata: CollectionMetadata, drifterId: DrifterId): string {
  return metadata.of(drifterId)?.name ?? tokenTitle(drifterId);
}

/**
 * Returns the configured origin for absolute URLs; never uses the request's host.
 *
 * @throws {ApiError} `route.not_found` if no origin is configured.
 */
export function requirePublicUrl(publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  throw new ApiError("route.not_found", {
    detail: "Feeds and sitemaps need absolute URLs: the operator has not set PUBLIC_URL.",
  });
}

/** Maximum length of the stories' HTML in a feed; the other entries have only a summary. */
const maxHtmlCharacters = 2 ** 20;
/** How long a feed renders stories; rendered ones are kept for the next request. */
const maxRenderMilliseconds = 5_000;

/** Makes the links of rendered markup absolute, because feed readers do not know the site's origin. */
function absoluteLinks(markup: string, origin: string): string {
  return markup.replaceAll(/ (href|src)="\/(?!\/)/g, (_, attribute) => ` ${attribute}="${origin}/`);
}

const maxSummaryLength = 500;

/** Returns the beginning of a story as plain text, for a feed. */
export function storySummary(narrative: string): string {
  return firstWords(narrative, maxSummaryLength);
}
