import type { z } from "zod";
import { tokenParameters } from "#protocol/wire/catalogue";
import type { ApiErrorCode } from "#protocol/wire/errors";
import { ownerParameters } from "#protocol/wire/ownerPage";
import type { Parameter } from "#protocol/wire/parameters";
import { type ApiPath, apiPaths, webpPortraits } from "#protocol/wire/paths";
import * as schemas from "#protocol/wire/responses";
import { storyParameters } from "#protocol/wire/storyList";

/** Refers to a component schema of the description. */
export function schemaReference(schema: z.ZodType) {
  return { $ref: `#/components/schemas/${schema.meta()?.id}` };
}

/** Describes a body; `otherMediaType` is an alternative format. */
interface Content {
  mediaType: string;
  otherMediaType?: string;
  schema: object;
}

/** Request and responses of one method of one path. HEAD responds like GET, OPTIONS with `Allow`. */
export interface Operation {
  id: string;
  summary: string;
  /** The successful response. */
  success: Content;
  takes?: Content;
  /** The response and its status when the service reports that it is not ready. */
  bad?: Content & { status: number; description: string };
  /** Query parameters of the URL. */
  query?: Record<string, Parameter<unknown>>;
  /** Request headers by name; by default `If-None-Match` for GET. */
  listensTo?: Record<string, string>;
  /** Optional response headers by name. */
  adds?: Record<string, string>;
  /** Its error codes, in addition to those of its path, query, body and of every operation. */
  errorCodes: readonly ApiErrorCode[];
}

type Operations = Partial<Record<"get" | "post", Operation>>;

/** Error codes of every operation. */
export const commonErrors: readonly ApiErrorCode[] = [
  "request.malformed",
  "method.not_allowed",
  "request.timed_out",
  "request.headers_too_large",
  "internal",
];

/** Returns an operation's error codes: its own and those of its path, its query, its body and every operation. */
export function errorsOf(path: string, operation: Operation): readonly ApiErrorCode[] {
  const { query, takes, errorCodes } = operation;
  const codes: ApiErrorCode[] = [...commonErrors];
  if (path.includes("{drifterId}")) codes.push("token.invalid_id");
  if (path.includes("{minter}")) codes.push("mint.invalid_minter");
  if (query || path.includes("{address}")) codes.push("request.invalid_parameter");
  if (takes) codes.push("body.too_large", "body.unsupported_type");
  return [...codes, ...errorCodes];
}

const json = (schema: object): Content => ({ mediaType: "application/json", schema });
const one = (schema: z.ZodType) => json(schemaReference(schema));
const createListSchema = (schema: z.ZodType) => ({ type: "array", items: schemaReference(schema) });
const picture: Content = { mediaType: "image/jpeg", schema: {} };
const webp: Content = { ...picture, mediaType: "image/webp", otherMediaType: picture.mediaType };

const anyStore = ["store.unavailable"] as const;
const chainAndStore = ["chain.unavailable", "store.unavailable"] as const;
const storyResponse = ["narrative.not_found", "store.unavailable"] as const;
const mintErrorCodes = ["mint.not_offered", "rate.limited", ...chainAndStore] as const;
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

/** Every operation of the service, by path and method. */
export const operations: Record<ApiPath, Operations> = {
  [apiPaths.narratives]: read(
    "listNarratives",
    "Lists all stories, newest first; with any parameter, returns a page of them with excerpts",
    json({
      anyOf: [createListSchema(schemas.listLineSchema), schemaReference(schemas.storyPageSchema)],
    }),
    chainAndStore,
    { query: storyParameters },
  ),
  [apiPaths.checkpoint]: read(
    "readCheckpoint",
    "Commits to every signed revision: the Merkle root over the heads of all tokens' chains",
    one(schemas.checkpointSchema),
    anyStore,
  ),
  [apiPaths.heads]: read(
    "listHeads",
    "Lists the heads of all tokens' chains, by token, under the checkpoint's root",
    json(createListSchema(schemas.chainHeadSchema)),
    anyStore,
  ),
  [apiPaths.links]: read(
    "readChain",
    "Reads a token's chain: every signed revision with the SHA-256 of its text instead of the text, even while the texts are hidden",
    one(schemas.tokenChainSchema),
    storyResponse,
  ),
  [apiPaths.narrative]: {
    ...read(
      "readNarrative",
      "Reads a token's story",
      one(schemas.signedRevisionSchema),
      storyResponse,
      {
        adds: {
          ETag: "Identifies the revision; also sent with the 404 of a hidden story, so that its owner can use it in `If-Match`.",
        },
      },
    ),
    post: {
      id: "publishNarrative",
      summary:
        "Publishes a story that the token's owner signed; a text of only white space and complete HTML comments removes the story",
      takes: one(schemas.saveRequestSchema),
      success: one(schemas.signedRevisionSchema),
      listensTo: {
        "If-Match": "Entity tags of the story to be replaced, or * for any.",
        "If-None-Match": "* if there must be no story yet.",
      },
      adds: { "Story-Visibility": "`hidden` if the operator has hidden this story." },
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
        ...chainAndStore,
      ],
    },
  },
  [apiPaths.history]: read(
    "readHistory",
    "Reads every accepted revision of a token's story, newest first",
    json(createListSchema(schemas.signedRevisionSchema)),
    storyResponse,
  ),
  [apiPaths.tokens]: read(
    "listTokens",
    "Lists minted tokens; each trait's values are alternatives, and so are phases",
    one(schemas.tokenPageSchema),
    chainAndStore,
    { query: tokenParameters },
  ),
  [apiPaths.neighbors]: read(
    "readNeighbors",
    "Returns tokens that are related to a token",
    one(schemas.neighborsSchema),
    ["token.not_found", ...chainAndStore],
    { query: {} },
  ),
  [apiPaths.ownedTokens]: read(
    "listOwnedTokens",
    "Lists a wallet's tokens, read from the chain, and the newest stories that it wrote",
    one(schemas.ownerPageSchema),
    ["rate.limited", ...chainAndStore],
    { query: ownerParameters },
  ),
  [apiPaths.mintAuthorization]: {
    post: {
      id: "authorizeMint",
      summary: "Signs a mint authorization within the phase's policy",
      takes: one(schemas.mintRequestSchema),
      success: one(schemas.signedAuthorizationSchema),
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
    one(schemas.allowanceSchema),
    mintErrorCodes,
  ),
  [apiPaths.sale]: read(
    "readSale",
    "Returns whether minting is on and how many tokens the active phase has left",
    one(schemas.saleSchema),
    ["chain.unavailable"],
  ),
  [apiPaths.collectionMetadata]: read(
    "readCollectionMetadata",
    "Reads the collection's metadata, to which the contract's contractURI points (ERC-7572)",
    json({ type: "object" }),
  ),
  [apiPaths.metadata]: read(
    "readMetadata",
    "Reads a token's ERC-721 metadata",
    json({ type: "object" }),
    fileErrorCodes,
  ),
  [apiPaths.portrait]: read("readPortrait", "Reads a token's portrait", picture, fileErrorCodes),
  [apiPaths.fullPortrait]: read(
    "readFullPortrait",
    "Reads a token's portrait in full size",
    picture,
    fileErrorCodes,
  ),
  ...webpOperations(),
  [apiPaths.health]: read(
    "readHealth",
    "Returns whether the process responds",
    one(schemas.healthSchema),
  ),
  [apiPaths.readiness]: read(
    "readReadiness",
    "Returns whether saves can be accepted now",
    one(schemas.readinessSchema),
    [],
    {
      bad: {
        status: 503,
        description: "Saves cannot be accepted now; `parts` says why.",
        ...one(schemas.readinessSchema),
      },
    },
  ),
  [apiPaths.description]: read(
    "readDescription",
    "Reads this description",
    json({ type: "object" }),
  ),
  [apiPaths.atomFeed]: readFeed("Atom", "", "new stories"),
  [apiPaths.jsonFeed]: readFeed("Json", "", "new stories"),
  [apiPaths.tokenAtomFeed]: readFeed("Atom", "OfToken", "a token's story"),
  [apiPaths.tokenJsonFeed]: readFeed("Json", "OfToken", "a token's story"),
  [apiPaths.ownerAtomFeed]: readFeed("Atom", "OfOwner", "the stories that a wallet wrote"),
  [apiPaths.ownerJsonFeed]: readFeed("Json", "OfOwner", "the stories that a wallet wrote"),
  [apiPaths.sitemap]: read(
    "readSitemap",
    "Reads the sitemap; only with PUBLIC_URL",
    { mediaType: "application/xml", schema: {} },
    ["route.not_found", ...chainAndStore],
  ),
  [apiPaths.robots]: read("readRobots", "Reads the rules for crawlers", {
    mediaType: "text/plain",
    schema: { type: "string" },
  }),
};

function webpOperations() {
  const entries = Object.entries(webpPortraits).map(([width, path]) => [
    path,
    read(
      `readPortrait${width}`,
      `Reads a token's portrait as WebP, ${width} pixels wide; the JPEG if the collection has no WebP`,
      webp,
      fileErrorCodes,
    ),
  ]);
  // Safety: the table has one operation per path.
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
    `Reads a feed of ${subject}, as ${standard}; only with PUBLIC_URL`,
    success,
    [
      "route.not_found",
      ...(of === "OfToken" ? (["token.not_found", "chain.unavailable"] as const) : []),
      "store.unavailable",
    ],
  );
}
