import type { z } from "zod";
import { tokenParameters } from "#protocol/wire/catalogue";
import type { ApiErrorCode } from "#protocol/wire/errors";
import { ownerParameters } from "#protocol/wire/ownerPage";
import type { Parameter } from "#protocol/wire/parameters";
import { type ApiPath, apiPaths, webpPortraits } from "#protocol/wire/paths";
import * as schemas from "#protocol/wire/responses";
import { storyParameters } from "#protocol/wire/storyList";
import { embedParameters } from "../pages/embedParameters.ts";

/** Creates a reference to a component schema. */
export function schemaReference(schema: z.ZodType) {
  return { $ref: `#/components/schemas/${schema.meta()?.id}` };
}

/** Describes a body; `otherMediaType` is an alternative format. */
interface Content {
  mediaType: string;
  otherMediaType?: string;
  schema: object;
}

/** Request and responses for one method of a path. HEAD responds like GET, OPTIONS with `Allow`. */
export interface Operation {
  id: string;
  summary: string;
  /** The successful response. */
  success: Content;
  request?: Content;
  /** The response and status while the service is not ready. */
  unavailable?: Content & { status: number; description: string };
  /** Query parameters of the URL. */
  query?: Record<string, Parameter<unknown>>;
  /** Request headers by name; by default `If-None-Match` for GET. */
  requestHeaders?: Record<string, string>;
  /** Optional response headers by name. */
  responseHeaders?: Record<string, string>;
  /** Error codes in addition to the codes for the path, query, body and every operation. */
  errorCodes: readonly ApiErrorCode[];
}

type Operations = Partial<Record<"get" | "post", Operation>>;

/** Error codes common to all operations. */
export const commonErrors: readonly ApiErrorCode[] = [
  "request.malformed",
  "method.not_allowed",
  "request.timed_out",
  "request.headers_too_large",
  "internal",
];

/**
 * Returns all of an operation's error codes, including the codes for its path, query and body, and the common codes.
 */
export function listErrorCodes(path: string, operation: Operation): readonly ApiErrorCode[] {
  const { query, request, errorCodes } = operation;
  const codes: ApiErrorCode[] = [...commonErrors];
  if (path.includes("{drifterId}")) codes.push("token.invalid_id");
  if (path.includes("{minter}")) codes.push("mint.invalid_minter");
  if (query || path.includes("{address}")) codes.push("request.invalid_parameter");
  if (request) codes.push("body.too_large", "body.unsupported_type");
  return [...codes, ...errorCodes];
}

const jsonContent = (schema: object): Content => ({ mediaType: "application/json", schema });
const jsonOf = (schema: z.ZodType) => jsonContent(schemaReference(schema));
const createListSchema = (schema: z.ZodType) => ({ type: "array", items: schemaReference(schema) });
const jpeg: Content = { mediaType: "image/jpeg", schema: {} };
const webp: Content = { ...jpeg, mediaType: "image/webp", otherMediaType: jpeg.mediaType };

const storeErrorCodes = ["store.unavailable"] as const;
const chainAndStoreErrorCodes = ["chain.unavailable", "store.unavailable"] as const;
const storyErrorCodes = ["narrative.not_found", "store.unavailable"] as const;
const mintErrorCodes = ["mint.not_offered", "rate.limited", ...chainAndStoreErrorCodes] as const;
const fileErrorCodes = [
  "token.not_found",
  "revision.mismatch",
  "chain.unavailable",
  "collection.unavailable",
  "collection.unusable",
] as const;

function read(
  id: string,
  summary: string,
  success: Content,
  errorCodes: Operation["errorCodes"] = [],
  others: Partial<Operation> = {},
): { get: Operation } {
  return { get: { id, summary, success, errorCodes, ...others } };
}

const feedFormats = {
  Atom: { standard: "Atom (RFC 4287)", mediaType: "application/atom+xml", schema: {} },
  Json: {
    standard: "JSON Feed 1.1",
    mediaType: "application/feed+json",
    schema: { type: "object" },
  },
};

/** All of the service's operations, by path and method. */
export const operations: Record<ApiPath, Operations> = {
  [apiPaths.narratives]: read(
    "listNarratives",
    "Lists all stories, newest first; with any parameter, returns a page of stories with excerpts",
    jsonContent({
      anyOf: [createListSchema(schemas.listLineSchema), schemaReference(schemas.storyPageSchema)],
    }),
    chainAndStoreErrorCodes,
    { query: storyParameters },
  ),
  [apiPaths.checkpoint]: read(
    "readCheckpoint",
    "Returns a commitment to every signed revision: the Merkle root over all tokens' chain heads",
    jsonOf(schemas.checkpointSchema),
    storeErrorCodes,
  ),
  [apiPaths.heads]: read(
    "listHeads",
    "Lists all tokens' chain heads, by token, which the checkpoint's root covers",
    jsonContent(createListSchema(schemas.chainHeadSchema)),
    storeErrorCodes,
  ),
  [apiPaths.links]: read(
    "readChain",
    "Returns a token's chain: every signed revision with the text's SHA-256 instead of the text, even while the texts are hidden",
    jsonOf(schemas.tokenChainSchema),
    storyErrorCodes,
  ),
  [apiPaths.narrative]: {
    ...read(
      "readNarrative",
      "Returns a token's story",
      jsonOf(schemas.signedRevisionSchema),
      storyErrorCodes,
      {
        responseHeaders: {
          ETag: "Identifies the revision; also sent with a hidden story's 404, so that the owner can use it in `If-Match`.",
        },
      },
    ),
    post: {
      id: "publishNarrative",
      summary:
        "Publishes a story that the token's owner signed; a text with only white space and complete HTML comments removes the story",
      request: jsonOf(schemas.saveRequestSchema),
      success: jsonOf(schemas.signedRevisionSchema),
      requestHeaders: {
        "If-Match": "Entity tags of the story to be replaced, or * for any.",
        "If-None-Match": "* if there must be no story yet.",
      },
      responseHeaders: { "Story-Visibility": "`hidden` if the operator has hidden this story." },
      errorCodes: [
        "owner.mismatch",
        "token.not_found",
        "narrative.replaced",
        "revision.mismatch",
        "narrative.malformed_text",
        "message.mismatch",
        "hash.mismatch",
        "signature.invalid",
        "rate.limited",
        "service.busy",
        ...chainAndStoreErrorCodes,
      ],
    },
  },
  [apiPaths.history]: read(
    "readHistory",
    "Returns every accepted revision of a token's story, newest first",
    jsonContent(createListSchema(schemas.signedRevisionSchema)),
    storyErrorCodes,
  ),
  [apiPaths.tokens]: read(
    "listTokens",
    "Lists minted tokens; values of one trait type are alternatives, as are phases",
    jsonOf(schemas.tokenPageSchema),
    chainAndStoreErrorCodes,
    { query: tokenParameters },
  ),
  [apiPaths.storyMap]: read(
    "readStoryMap",
    "Returns which stories mention which tokens, and a drawing's positions",
    jsonOf(schemas.storyMapSchema),
    chainAndStoreErrorCodes,
  ),
  [apiPaths.neighbors]: read(
    "readNeighbors",
    "Returns tokens related to a token",
    jsonOf(schemas.neighborsSchema),
    ["token.not_found", ...chainAndStoreErrorCodes],
    { query: {} },
  ),
  [apiPaths.ownedTokens]: read(
    "listOwnedTokens",
    "Lists a wallet's tokens, read from the chain, and the newest stories that the wallet wrote",
    jsonOf(schemas.ownerPageSchema),
    ["rate.limited", ...chainAndStoreErrorCodes],
    { query: ownerParameters },
  ),
  [apiPaths.name]: read(
    "findName",
    "Returns an ENS name's address",
    jsonOf(schemas.namedAddressSchema),
    ["name.not_found", "rate.limited", "service.busy", "chain.unavailable"],
  ),
  [apiPaths.mintAuthorization]: {
    post: {
      id: "authorizeMint",
      summary: "Signs a mint authorization within the phase's policy",
      request: jsonOf(schemas.mintRequestSchema),
      success: jsonOf(schemas.signedAuthorizationSchema),
      errorCodes: [
        "mint.invalid_minter",
        "mint.invalid_quantity",
        "mint.quantity_too_large",
        "mint.phase_closed",
        "mint.not_open_yet",
        "mint.closed",
        "mint.not_listed",
        "mint.allowance_used",
        "mint.confirming",
        "mint.record_outdated",
        "mint.signer_mismatch",
        ...mintErrorCodes,
      ],
    },
  },
  [apiPaths.mintAllowance]: read(
    "readMintAllowance",
    "Returns how many tokens a wallet can still mint in the active phase",
    jsonOf(schemas.allowanceSchema),
    mintErrorCodes,
  ),
  [apiPaths.sale]: read(
    "readSale",
    "Returns whether minting is on and how many tokens the active phase has left",
    jsonOf(schemas.saleSchema),
    ["chain.unavailable"],
  ),
  [apiPaths.saleHistory]: read(
    "readSaleHistory",
    "Returns how the collection has sold: minted tokens over time by phase, wallets, income, and requests by outcome",
    jsonOf(schemas.saleHistorySchema),
    ["chain.unavailable"],
  ),
  [apiPaths.collectionMetadata]: read(
    "readCollectionMetadata",
    "Reads the collection's metadata, to which the contract's contractURI points (ERC-7572)",
    jsonContent({ type: "object" }),
  ),
  [apiPaths.metadata]: read(
    "readMetadata",
    "Returns a token's ERC-721 metadata",
    jsonContent({ type: "object" }),
    fileErrorCodes,
  ),
  [apiPaths.portrait]: read("readPortrait", "Returns a token's portrait", jpeg, fileErrorCodes),
  [apiPaths.card]: read(
    "readCard",
    "Returns a picture of a story for link previews, 1,200 × 630: portrait, name, the beginning, date and seal",
    jpeg,
    ["service.busy", ...storyErrorCodes, ...fileErrorCodes],
  ),
  [apiPaths.fullPortrait]: read(
    "readFullPortrait",
    "Returns a token's full-size portrait",
    jpeg,
    fileErrorCodes,
  ),
  ...webpOperations(),
  [apiPaths.health]: read(
    "readHealth",
    "Returns whether the process responds",
    jsonOf(schemas.healthSchema),
  ),
  [apiPaths.readiness]: read(
    "readReadiness",
    "Returns whether the service can accept saves now",
    jsonOf(schemas.readinessSchema),
    [],
    {
      unavailable: {
        status: 503,
        description: "The service cannot accept saves now; `parts` shows why.",
        ...jsonOf(schemas.readinessSchema),
      },
    },
  ),
  [apiPaths.description]: read(
    "readDescription",
    "Returns this description",
    jsonContent({ type: "object" }),
  ),
  [apiPaths.atomFeed]: readFeed("Atom", "", "new stories and opened phases"),
  [apiPaths.jsonFeed]: readFeed("Json", "", "new stories and opened phases"),
  [apiPaths.tokenAtomFeed]: readFeed("Atom", "OfToken", "a token's story"),
  [apiPaths.tokenJsonFeed]: readFeed("Json", "OfToken", "a token's story"),
  [apiPaths.ownerAtomFeed]: readFeed("Atom", "OfOwner", "the stories that a wallet wrote"),
  [apiPaths.ownerJsonFeed]: readFeed("Json", "OfOwner", "the stories that a wallet wrote"),
  [apiPaths.sitemap]: read(
    "readSitemap",
    "Returns the sitemap; requires PUBLIC_URL",
    { mediaType: "application/xml", schema: {} },
    ["route.not_found", ...chainAndStoreErrorCodes],
  ),
  [apiPaths.embed]: read(
    "readEmbed",
    "Describes a token's page for other sites as oEmbed; requires PUBLIC_URL",
    jsonContent({ type: "object" }),
    ["route.not_found", "token.not_found", ...chainAndStoreErrorCodes],
    { query: embedParameters },
  ),
  [apiPaths.guide]: read("readGuide", "Lists the pages and the API for language models", {
    mediaType: "text/plain",
    schema: { type: "string" },
  }),
  [apiPaths.robots]: read("readRobots", "Returns the rules for crawlers", {
    mediaType: "text/plain",
    schema: { type: "string" },
  }),
};

function webpOperations() {
  const entries = Object.entries(webpPortraits).map(([width, path]) => [
    path,
    read(
      `readPortrait${width}`,
      `Returns a token's portrait as WebP, ${width} pixels wide; returns the JPEG if the collection has no WebP`,
      webp,
      fileErrorCodes,
    ),
  ]);
  // Safety: the table contains one operation per path.
  return Object.fromEntries(entries) as Record<
    (typeof webpPortraits)[keyof typeof webpPortraits],
    { get: Operation }
  >;
}

function readFeed(
  format: keyof typeof feedFormats,
  of: "" | "OfToken" | "OfOwner",
  subject: string,
) {
  const { standard, ...success } = feedFormats[format];
  return read(
    `read${format}Feed${of}`,
    `Returns a feed of ${subject}, as ${standard}; requires PUBLIC_URL`,
    success,
    [
      "route.not_found",
      ...(of === "OfToken" ? (["token.not_found", "chain.unavailable"] as const) : []),
      "store.unavailable",
    ],
  );
}
