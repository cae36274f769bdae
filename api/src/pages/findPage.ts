import type { Address } from "viem";
import { parseAddress } from "#protocol/values/address";
import { type DrifterId, isDrifterId } from "#protocol/values/drifterId";
import { Nouns, tokenTitle } from "#protocol/values/noun";
import { apiErrors } from "#protocol/wire/errors";
import { formatPersonName } from "#protocol/wire/formatPersonName";
import {
  feedPath,
  isNameLike,
  ownerPagePath,
  pageList,
  pages,
  productName,
  tokenPagePath,
} from "#protocol/wire/pages";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { withTimeout } from "../base/withTimeout.ts";
import { cardSize } from "../cards/drawCard.ts";
import type { MintedTokens } from "../chain/minted.ts";
import type { Collection } from "../collection/collection.ts";
import { toApiError } from "../http/problem.ts";
import type { Names } from "../names/names.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { firstWords, shorten } from "../narratives/text.ts";
import type { PageHead } from "./head.ts";

/** A page's status and head. */
interface PageFacts {
  /** 404 for a missing page, 503 while the chain cannot be read. */
  status: 200 | 404 | 503;
  head: PageHead;
  /** Whether some data could not be read in time. */
  isPartial?: boolean;
}

interface Redirect {
  status: 302;
  /** Path of the page. */
  path: string;
}

type Page = (typeof pageList)[number];

export interface FoundPage {
  /** Absent for unknown paths. */
  page?: Page;
  /** Key that is equal for all requests with the same page. */
  key: string;
  /** Whether `read` looks up an ENS name, which is rate-limited per client. */
  looksUp?: true;
  read(): Promise<PageFacts | Redirect>;
}

interface PageFinderDependencies {
  /** Time limit for reading a story and a token's name, after which a page is served without them. */
  settings: { pageTimeoutMilliseconds: number };
  collection: Pick<Collection, "readMetadata" | "findPortrait">;
  store: Pick<NarrativeStore, "find">;
  minted: Pick<MintedTokens, "isMinted">;
  names: Names;
}

/** Maximum lengths, in graphemes. */
const maxLength = { name: 120, description: 200 } as const;

/** Head for a page that search engines must not index. */
const noIndexHead: PageHead = {
  type: "website",
  description: pages.home.description,
  picture: {
    path: "/preview.jpg",
    size: cardSize,
    alt: `${productName}: a lone figure crosses the dunes before a low sun.`,
    shape: "wide",
  },
};

const patterns = pageList.map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replace(/:\w+/, "([^/]+)")}$`),
}));

/** Paths, other than pages, whose responses depend on the query. */
const readsQuery = /^\/(?:api\/(?:narrative$|tokens(?:\/|$)|owners\/)|oembed$)/;

/** Creates a function that finds the page for a URL's path and query. */
export function createPageFinder(dependencies: PageFinderDependencies) {
  const { settings, collection, store, minted, names } = dependencies;
  return (url: string): FoundPage => {
    const [path = ""] = url.split("?");
    for (const { page, pattern } of patterns) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const [, parameter = ""] = match;
      const key = page.usesQuery ? url : path;
      if (page.name === "token") return { page, key, read: () => readToken(parameter) };
      if (page.name === "owner" && isNameLike(parameter))
        return { page, key, looksUp: true, read: () => findNamed(decodeURIComponent(parameter)) };
      if (page.name === "owner") return { page, key, read: async () => ownerFacts(parameter) };
      const facts = pageFacts(page);
      return { page, key, read: async () => facts };
    }
    return { key: readsQuery.test(path) ? url : path, read: async () => unknownFacts(path) };
  };

  /** Redirects an ENS name to its address. */
  async function findNamed(name: string): Promise<PageFacts | Redirect> {
    try {
      const address = await names.find(name);
      if (address === undefined) return notFound("No such name");
      return { status: 302, path: ownerPagePath(address) };
    } catch (error) {
      if (apiErrors[toApiError(error).code].status === 503)
        return { status: 503, head: { ...noIndexHead, title: "Name not looked up" } };
      throw error;
    }
  }

  function ownerFacts(address: string): PageFacts {
    const owner = parseAddress(address);
    if (owner === undefined) return notFound("No such wallet");
    // Anyone may ask for any address.
    const name = names.peek(owner);
    const shown = name ? formatPersonName(name) : `${address.slice(0, 6)}…${address.slice(-4)}`;
    const feed = { title: `Stories by ${shown}`, path: feedPath("owner", address) };
    return { status: 200, head: { ...noIndexHead, title: `${Nouns} of ${shown}`, feed } };
  }

  async function readToken(drifterId: string): Promise<PageFacts> {
    if (!isDrifterId(drifterId)) {
      // The app replaces `007` with `7`.
      return { status: /^0+[1-9]\d*$/.test(drifterId) ? 200 : 404, head: noIndexHead };
    }
    try {
      return (await minted.isMinted(drifterId))
        ? { status: 200, ...(await tokenHead(drifterId)) }
        : notFound(`${tokenTitle(drifterId)} not found`);
    } catch (error) {
      if (toApiError(error).code === "chain.unavailable") return { status: 503, head: noIndexHead };
      throw error;
    }
  }

  function labelAuthor(author: Address): string {
    const name = names.of(author);
    return name ? formatPersonName(name) : author;
  }

  async function tokenHead(drifterId: DrifterId): Promise<Omit<PageFacts, "status">> {
    let isPartial = false;
    /** Returns undefined if the read fails or takes too long. */
    const attempt = async <Value>(promise: Promise<Value>) => {
      const reading = promise.then((value) => ({ value }));
      const read = await withTimeout(reading, settings.pageTimeoutMilliseconds).catch(
        () => undefined,
      );
      if (read === undefined) isPartial = true;
      return read?.value;
    };
    const story = await attempt(store.find(drifterId));
    // While metadata is unreadable, the number replaces the name; without metadata, there is no preview.
    const read = await attempt(
      collection.readMetadata(drifterId).then((metadata) => ({ metadata })),
    );
    if (read !== undefined && read.metadata === undefined) return { head: noIndexHead, isPartial };
    const { name = "", description: about = "", attributes = [] } = read?.metadata ?? {};
    const traits = attributes.map(({ trait_type, value }) => `${trait_type}: ${value}`).join(" · ");
    const title = shorten(name, maxLength.name) || tokenTitle(drifterId);
    const portrait = await attempt(collection.findPortrait(drifterId));
    const description =
      firstWords(story?.narrative ?? "", maxLength.description) ||
      shorten(about.trim() || traits, maxLength.description) ||
      noIndexHead.description;
    const portraitPreview: PageHead["picture"] | undefined = portrait && {
      path: tokenPath(apiPaths.fullPortrait, drifterId),
      size: portrait.size,
      alt: `Portrait of ${title}`,
      shape: "square",
    };
    const card: PageHead["picture"] | undefined = portrait &&
      story && {
        // Other sites cache previews by URL.
        path: `${tokenPath(apiPaths.card, drifterId)}?revision=${story.revision}`,
        size: cardSize,
        alt: `${title}: ${description}`,
        shape: "wide",
      };
    const head: PageHead = {
      title,
      type: "profile",
      description,
      path: tokenPagePath(drifterId),
      picture: card ?? portraitPreview ?? noIndexHead.picture,
      feed: { title: `Story of ${title}`, path: feedPath("token", drifterId) },
      story: story && { ...story, authorName: labelAuthor(story.author) },
    };
    return { head, isPartial };
  }
}

function notFound(title: string): PageFacts {
  return { status: 404, head: { ...noIndexHead, title } };
}

function unknownFacts(path: string): PageFacts {
  if (path === "/index.html")
    return { status: 200, head: { ...noIndexHead, path: pages.home.path } };
  // In browsers, routing ignores case and a trailing slash.
  const plain = path.toLowerCase().replace(/\/$/, "");
  const status = patterns.some(({ pattern }) => pattern.test(plain)) ? 200 : 404;
  return { status, head: noIndexHead };
}

/** Creates a page that is the same for all visitors. */
function pageFacts({ title, description, path, isListed, feed }: Page): PageFacts {
  const head = {
    ...noIndexHead,
    title,
    description: description ?? noIndexHead.description,
    path: isListed && path,
    feed: feed === undefined ? undefined : { title: pages.stories.title, path: feed },
  };
  return { status: 200, head };
}
