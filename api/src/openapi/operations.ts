import type { ApiErrorCode } from "#protocol/errors";
import { type ApiPath, apiPaths } from "#protocol/paths";
import { schemaReference } from "./schemas.ts";

/** Request and responses of one method of one path. HEAD responds like GET, OPTIONS with `Allow`. */
export interface Operation {
  id: string;
  summary: string;
  /** The type and schema of the answer when all is well. */
  answer: { mediaType: string; schema: object };
  takes?: { mediaType: string; schema: object };
  /** The response, with its status, when the service reports that it is not ready. */
  bad?: { status: number; description: string; mediaType: string; schema: object };
  /** Headers that change what it does, by their names. */
  listensTo?: Record<string, string>;
  /** Headers that an answer may carry, by their names. */
  adds?: Record<string, string>;
  /** Its error codes, apart from those of every operation. */
  refusals: readonly ApiErrorCode[];
}

/** What any request may be answered with. */
export const commonRefusals = [
  "request.malformed",
  "request.timed_out",
  "request.headers_too_large",
  "internal",
] as const satisfies readonly ApiErrorCode[];

const json = (schema: object) => ({ mediaType: "application/json", schema });
const conditional = { "If-None-Match": "Entity tags; if the answer has one of them: 304." };
const picture = { mediaType: "image/jpeg", schema: {} };
const fileRefusals = ["drifter.invalid_id", "drifter.not_found", "revision.mismatch"] as const;

/** Every operation of the service, by path and method. */
export const operations: Record<ApiPath, Partial<Record<"get" | "post", Operation>>> = {
  [apiPaths.narratives]: {
    get: {
      id: "listNarratives",
      summary: "Lists the stories, newest first",
      answer: json({ type: "array", items: schemaReference("NarrativeListLine") }),
      listensTo: conditional,
      refusals: ["store.unavailable"],
    },
  },
  [apiPaths.narrative]: {
    get: {
      id: "readNarrative",
      summary: "Reads a drifter's story",
      answer: json(schemaReference("NarrativeRecord")),
      listensTo: conditional,
      adds: {
        ETag: "Names the revision; also with the 404 of a story that the operator keeps from readers, so that its owner's save may carry it in `If-Match`.",
      },
      refusals: ["drifter.invalid_id", "narrative.not_found", "store.unavailable"],
    },
    post: {
      id: "publishNarrative",
      summary:
        "Publishes a story that the drifter's owner signed; a text of white space and complete HTML comments only removes the one before",
      takes: json(schemaReference("NarrativeSaveRequest")),
      answer: json(schemaReference("NarrativeRecord")),
      listensTo: {
        "If-Match": "Entity tags of the story to be replaced, or * for any.",
        "If-None-Match": "* if there must be no story yet.",
      },
      adds: { "Story-Visibility": "`hidden` if the operator keeps this story from readers." },
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
      listensTo: conditional,
      refusals: ["drifter.invalid_id", "narrative.not_found", "store.unavailable"],
    },
  },
  [apiPaths.mintAuthorization]: {
    post: {
      id: "authorizeMint",
      summary: "Signs a mint authorisation, as far as the phase's policy allows",
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
      summary: "Reads a drifter's metadata, as ERC-721 describes it",
      answer: json({ type: "object" }),
      listensTo: conditional,
      refusals: fileRefusals,
    },
  },
  [apiPaths.portrait]: {
    get: {
      id: "readPortrait",
      summary: "Reads a drifter's portrait",
      answer: picture,
      listensTo: conditional,
      refusals: fileRefusals,
    },
  },
  [apiPaths.fullPortrait]: {
    get: {
      id: "readFullPortrait",
      summary: "Reads a drifter's portrait in full size",
      answer: picture,
      listensTo: conditional,
      refusals: fileRefusals,
    },
  },
  [apiPaths.health]: {
    get: {
      id: "readHealth",
      summary: "Tells whether the process answers",
      answer: json(schemaReference("Health")),
      listensTo: conditional,
      refusals: [],
    },
  },
  [apiPaths.readiness]: {
    get: {
      id: "readReadiness",
      summary: "Tells whether saves can be taken now",
      answer: json(schemaReference("Readiness")),
      bad: {
        status: 503,
        description: "Saves cannot be taken now; `parts` says why.",
        ...json(schemaReference("Readiness")),
      },
      listensTo: conditional,
      refusals: [],
    },
  },
  [apiPaths.description]: {
    get: {
      id: "readDescription",
      summary: "Reads this description",
      answer: json({ type: "object" }),
      listensTo: conditional,
      refusals: [],
    },
  },
};
