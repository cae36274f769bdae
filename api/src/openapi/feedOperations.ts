import { type ApiPath, apiPaths } from "#protocol/paths";
import type { Operation } from "./operation.ts";

const xml = { mediaType: "application/xml", schema: {} };

const formats = {
  Atom: { standard: "Atom (RFC 4287)", answer: { mediaType: "application/atom+xml", schema: {} } },
  Json: {
    standard: "JSON Feed 1.1",
    answer: { mediaType: "application/feed+json", schema: { type: "object" } },
  },
} as const;

const ofAll = { id: "", summary: "new stories", refusals: [] };
const ofDrifter = {
  id: "OfDrifter",
  summary: "a drifter's story",
  refusals: ["drifter.invalid_id", "drifter.not_found", "chain.unavailable"],
} as const;
const ofOwner = {
  id: "OfOwner",
  summary: "the stories that a wallet wrote",
  refusals: ["request.invalid_parameter"],
} as const;

/** Operations for feed readers and crawlers. All but the rules need `PUBLIC_URL`. */
export const feedOperations = {
  [apiPaths.atomFeed]: readFeed("Atom", ofAll),
  [apiPaths.jsonFeed]: readFeed("Json", ofAll),
  [apiPaths.drifterAtomFeed]: readFeed("Atom", ofDrifter),
  [apiPaths.drifterJsonFeed]: readFeed("Json", ofDrifter),
  [apiPaths.ownerAtomFeed]: readFeed("Atom", ofOwner),
  [apiPaths.ownerJsonFeed]: readFeed("Json", ofOwner),
  [apiPaths.sitemap]: {
    get: {
      id: "readSitemap",
      summary: "Reads the sitemap; only with PUBLIC_URL",
      answer: xml,
      refusals: ["route.not_found", "chain.unavailable", "store.unavailable"],
    },
  },
  [apiPaths.robots]: {
    get: {
      id: "readRobots",
      summary: "Reads the rules for crawlers",
      answer: { mediaType: "text/plain", schema: { type: "string" } },
      refusals: [],
    },
  },
} satisfies Partial<Record<ApiPath, { get: Operation }>>;

function readFeed(
  format: keyof typeof formats,
  feed: Pick<Operation, "id" | "summary" | "refusals">,
): { get: Operation } {
  const { standard, answer } = formats[format];
  return {
    get: {
      id: `read${format}Feed${feed.id}`,
      summary: `Reads a feed of ${feed.summary}, as ${standard}; only with PUBLIC_URL`,
      answer,
      refusals: ["route.not_found", ...feed.refusals, "store.unavailable"],
    },
  };
}
