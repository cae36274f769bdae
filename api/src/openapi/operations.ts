import { drifterParameters } from "#protocol/catalogue";
import type { ApiErrorCode } from "#protocol/errors";
import { type ApiPath, apiPaths, webpPortraits } from "#protocol/paths";
import { storyParameters } from "#protocol/storyPages";
import { feedOperations } from "./feedOperations.ts";
import type { Operation } from "./operation.ts";
import { schemaReference } from "./schemas.ts";

/** Error codes of every operation. */
export const commonErrors = [
  "request.malformed",
  "method.not_allowed",
  "request.timed_out",
  "request.headers_too_large",
  "internal",
] as const satisfies readonly ApiErrorCode[];

const json = (schema: object) => ({ mediaType: "application/json", schema });
const picture = { mediaType: "image/jpeg", schema: {} };
const fileRefusals = [
  "drifter.invalid_id",
  "drifter.not_found",
  "revision.mismatch",
  "chain.unavailable",
  "collection.unavailable",
  "collection.unusable",
] as const;

/** Every operation of the service, by path and method. */
export const operations: Record<ApiPath, Partial<Record<"get" | "post", Operation>>> = {
  [apiPaths.narratives]: {
    get: {
      id: "listNarratives",
      summary:
        "Lists all stories, newest first; with any parameter, returns a page of them with excerpts",
      answer: json({
        anyOf: [
          { type: "array", items: schemaReference("NarrativeListLine") },
          schemaReference("StoryPage"),
        ],
      }),
      query: storyParameters,
      refusals: ["request.invalid_parameter", "chain.unavailable", "store.unavailable"],
    },
  },
  [apiPaths.checkpoint]: {
    get: {
      id: "readCheckpoint",
      summary: "Commits to every receipt: the Merkle root over the heads of all drifters' chains",
      answer: json(schemaReference("Checkpoint")),
      refusals: ["store.unavailable"],
    },
  },
  [apiPaths.heads]: {
    get: {
      id: "listHeads",
      summary: "Lists the heads of all drifters' chains, by drifter, under the checkpoint's root",
      answer: json({ type: "array", items: schemaReference("ChainHead") }),
      refusals: ["store.unavailable"],
    },
  },
  [apiPaths.links]: {
    get: {
      id: "readChain",
      summary:
        "Reads a drifter's chain: every receipt with the SHA-256 of its text instead of the text, also while the texts are hidden",
      answer: json(schemaReference("DrifterChain")),
      refusals: ["drifter.invalid_id", "narrative.not_found", "store.unavailable"],
    },
  },
  [apiPaths.narrative]: {
    get: {
      id: "readNarrative",
      summary: "Reads a drifter's story",
      answer: json(schemaReference("NarrativeRecord")),
      adds: {
        ETag: "Identifies the revision; also sent with the 404 of a hidden story, so that its owner can use it in `If-Match`.",
      },
      refusals: ["drifter.invalid_id", "narrative.not_found", "store.unavailable"],
    },
    post: {
      id: "publishNarrative",
      summary:
        "Publishes a story that the drifter's owner signed; a text of only white space and complete HTML comments removes the story",
      takes: json(schemaReference("NarrativeSaveRequest")),
      answer: json(schemaReference("NarrativeRecord")),
      listensTo: {
        "If-Match": "Entity tags of the story to be replaced, or * for any.",
        "If-None-Match": "* if there must be no story yet.",
      },
      adds: { "Story-Visibility": "`hidden` if the operator has hidden this story." },
      refusals: [
        "drifter.invalid_id",
        "owner.mismatch",
        "drifter.not_found",
        "narrative.replaced",
        "revision.mismatch",
        "body.too_large",
        "body.unsupported_type",
        "narrative.malformed_text",
        "message.mismatch",
        "hash.mismatch",
        "signature.invalid",
        "rate.limited",
        "service.busy",
        "chain.unavailable",
        "store.unavailable",
      ],
    },
  },
  [apiPaths.history]: {
    get: {
      id: "readHistory",
      summary: "Reads every accepted revision of a drifter's story, newest first",
      answer: json({ type: "array", items: schemaReference("NarrativeRecord") }),
      refusals: ["drifter.invalid_id", "narrative.not_found", "store.unavailable"],
    },
  },
  [apiPaths.drifters]: {
    get: {
      id: "listDrifters",
      summary: "Lists minted drifters; each trait's values are alternatives, and so are phases",
      answer: json(schemaReference("DrifterPage")),
      query: drifterParameters,
      refusals: ["request.invalid_parameter", "chain.unavailable", "store.unavailable"],
    },
  },
  [apiPaths.neighbours]: {
    get: {
      id: "readNeighbours",
      summary: "Returns drifters that are related to a drifter",
      answer: json(schemaReference("DrifterNeighbours")),
      refusals: [
        "request.invalid_parameter",
        "drifter.invalid_id",
        "drifter.not_found",
        "chain.unavailable",
        "store.unavailable",
      ],
    },
  },
  [apiPaths.ownedDrifters]: {
    get: {
      id: "listOwnedDrifters",
      summary: "Lists a wallet's drifters, read from the chain, and the stories that it wrote",
      answer: json(schemaReference("OwnerPage")),
      refusals: [
        "request.invalid_parameter",
        "rate.limited",
        "chain.unavailable",
        "store.unavailable",
      ],
    },
  },
  [apiPaths.mintAuthorization]: {
    post: {
      id: "authorizeMint",
      summary: "Signs a mint authorisation within the phase's policy",
      takes: json(schemaReference("MintRequest")),
      answer: json(schemaReference("SignedMintAuthorization")),
      refusals: [
        "body.too_large",
        "body.unsupported_type",
        "mint.not_offered",
        "mint.invalid_minter",
        "mint.invalid_quantity",
        "mint.quantity_too_large",
        "mint.phase_closed",
        "mint.not_listed",
        "mint.allowance_used",
        "mint.confirming",
        "mint.record_outdated",
        "mint.signer_mismatch",
        "rate.limited",
        "chain.unavailable",
        "store.unavailable",
      ],
    },
  },
  [apiPaths.mintAllowance]: {
    get: {
      id: "readMintAllowance",
      summary: "Returns how many drifters a wallet can still mint in the active phase",
      answer: json(schemaReference("MintAllowance")),
      refusals: [
        "mint.not_offered",
        "mint.invalid_minter",
        "rate.limited",
        "chain.unavailable",
        "store.unavailable",
      ],
    },
  },
  [apiPaths.metadata]: {
    get: {
      id: "readMetadata",
      summary: "Reads a drifter's ERC-721 metadata",
      answer: json({ type: "object" }),
      refusals: fileRefusals,
    },
  },
  [apiPaths.portrait]: {
    get: {
      id: "readPortrait",
      summary: "Reads a drifter's portrait",
      answer: picture,
      refusals: fileRefusals,
    },
  },
  [apiPaths.fullPortrait]: {
    get: {
      id: "readFullPortrait",
      summary: "Reads a drifter's portrait in full size",
      answer: picture,
      refusals: fileRefusals,
    },
  },
  ...webpOperations(),
  [apiPaths.health]: {
    get: {
      id: "readHealth",
      summary: "Returns whether the process responds",
      answer: json(schemaReference("Health")),
      refusals: [],
    },
  },
  [apiPaths.readiness]: {
    get: {
      id: "readReadiness",
      summary: "Returns whether saves can be accepted now",
      answer: json(schemaReference("Readiness")),
      bad: {
        status: 503,
        description: "Saves cannot be accepted now; `parts` says why.",
        ...json(schemaReference("Readiness")),
      },
      refusals: [],
    },
  },
  [apiPaths.description]: {
    get: {
      id: "readDescription",
      summary: "Reads this description",
      answer: json({ type: "object" }),
      refusals: [],
    },
  },
  ...feedOperations,
};

function webpOperations() {
  const operation = (width: string): Operation => ({
    id: `readPortrait${width}`,
    summary: `Reads a drifter's portrait as WebP, ${width} pixels wide; the JPEG if the collection has no WebP`,
    answer: { mediaType: "image/webp", otherMediaType: picture.mediaType, schema: {} },
    refusals: fileRefusals,
  });
  const entries = Object.entries(webpPortraits).map(([width, path]) => [
    path,
    { get: operation(width) },
  ]);
  // Safety: one operation for each path of the table.
  return Object.fromEntries(entries) as Record<
    (typeof webpPortraits)[keyof typeof webpPortraits],
    { get: Operation }
  >;
}
