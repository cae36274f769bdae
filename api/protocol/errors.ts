import { type Attempt, attempts, unexpectedResponseMessage } from "./attempts.ts";

/** Every error of the API. A code never changes its meaning; its words may. */
export type ApiErrorCode = keyof typeof apiErrors;

interface ApiErrorRow {
  status: number;
  title: string;
  /**
   * When the same request may succeed: `never`, in another `state` of the chain, the story or the sale, or `later`.
   */
  retry: keyof typeof retryAdvice;
  /** What happened, what did not, and what to do: at most two sentences. */
  words: (attempt: Attempt) => string;
  /** The detail for programs, where it differs from the words for people. */
  detail?: string;
}

/** Sentence for each kind of `retry`. */
export const retryAdvice = {
  never: "The same request always fails.",
  state: "The same request succeeds once the chain, the story or the sale allows it.",
  later: "The same request may succeed later.",
};

const badRequest = ({ outcome }: Attempt) =>
  `This page sent a request that the service does not accept: ${outcome}. Reload the page, then try again.`;

/** Table of error responses, from which service, page, OpenAPI and docs/api.md are derived. */
export const apiErrors = {
  "request.malformed": {
    status: 400,
    title: "Malformed request",
    retry: "never",
    words: badRequest,
    detail: "The request could not be parsed.",
  },
  "request.invalid_parameter": {
    status: 400,
    title: "Invalid parameter",
    retry: "never",
    words: badRequest,
    detail: "A parameter of the URL cannot be used; the detail says which, and what it takes.",
  },
  "request.timed_out": {
    status: 408,
    title: "Request timed out",
    retry: "later",
    words: ({ outcome, again }) =>
      `The request did not arrive in time: ${outcome}. Check your connection, then ${again}.`,
  },
  "request.headers_too_large": {
    status: 431,
    title: "Headers too large",
    retry: "never",
    words: badRequest,
    detail: "The request line and headers are larger than this service accepts.",
  },
  "drifter.invalid_id": {
    status: 400,
    title: "Invalid drifter ID",
    retry: "never",
    words: ({ outcome }) => `No such drifter: ${outcome}. Check its number.`,
    detail: "A drifter ID is a decimal integer below 2^256 without leading zeros.",
  },
  "owner.mismatch": {
    status: 403,
    title: "Not the owner",
    retry: "state",
    words: ({ outcome }) =>
      `The wallet that signed does not own this drifter: ${outcome}. Connect the owner's wallet, then sign again.`,
  },
  "drifter.not_found": {
    status: 404,
    title: "No such drifter",
    retry: "state",
    words: ({ outcome }) => `This drifter has not been minted: ${outcome}. Check its number.`,
    detail: "No such drifter.",
  },
  "narrative.not_found": {
    status: 404,
    title: "No story",
    retry: "state",
    words: badRequest,
    detail: "This drifter has no story.",
  },
  "route.not_found": {
    status: 404,
    title: "No such path",
    retry: "never",
    words: badRequest,
    detail: "This service has nothing at this path.",
  },
  "method.not_allowed": {
    status: 405,
    title: "Method not allowed",
    retry: "never",
    words: badRequest,
    detail: "This path does not support the method; Allow lists those it does.",
  },
  "narrative.replaced": {
    status: 409,
    title: "Story replaced since",
    retry: "never",
    words: ({ outcome }) =>
      `This exact text was published before and has been replaced since: ${outcome}. Change at least one character, then sign again.`,
  },
  "revision.mismatch": {
    status: 412,
    title: "Story changed since",
    retry: "state",
    words: () => "A newer version was published. Compare before publishing.",
    detail:
      "The story is not the one that If-Match or If-None-Match expects: nothing was changed. Read it again before you replace it.",
  },
  "body.too_large": {
    status: 413,
    title: "Request too large",
    retry: "never",
    words: ({ outcome }) =>
      `The story is larger than this service accepts: ${outcome}. Shorten it, then sign again.`,
    detail: "The request is larger than this service accepts.",
  },
  "body.unsupported_type": {
    status: 415,
    title: "Unsupported body",
    retry: "never",
    words: badRequest,
    detail: "The body must be uncompressed application/json in UTF-8.",
  },
  "narrative.malformed_text": {
    status: 422,
    title: "Text that cannot be stored",
    retry: "never",
    words: ({ outcome }) =>
      `The text holds a character that cannot be stored (half an emoji, or NUL): ${outcome}. Remove it, then sign again.`,
    detail: "The story holds a lone surrogate or a NUL, neither of which can be stored.",
  },
  "message.mismatch": {
    status: 422,
    title: "Wrong message",
    retry: "never",
    words: ({ outcome }) =>
      `The signature is for another message: ${outcome}. Discard the signature, sign again, then save.`,
    detail: "The signed message is not the ownership message of this drifter.",
  },
  "hash.mismatch": {
    status: 422,
    title: "Signature for another text",
    retry: "never",
    words: ({ outcome }) =>
      `The text has changed since you signed it: ${outcome}. Discard the signature, sign again, then save.`,
    detail: "The signed message holds the hash of another text. Sign this text.",
  },
  "signature.invalid": {
    status: 422,
    title: "Invalid signature",
    retry: "never",
    words: ({ outcome }) =>
      `The signature is not the owner's: ${outcome}. Discard the signature, sign again, then save.`,
    detail: "The signature is malformed, or the owner's wallet does not recognize it.",
  },
  "mint.not_offered": {
    status: 404,
    title: "No authorizations here",
    retry: "never",
    words: ({ outcome }) =>
      `This site does not authorize mints: ${outcome}. If the collection's team gave you an authorization, paste it below.`,
    detail:
      "This service signs no mint authorizations. Ask whoever runs the collection where to get one.",
  },
  "mint.invalid_minter": {
    status: 422,
    title: "Invalid address",
    retry: "never",
    words: ({ outcome }) => `This address cannot mint: ${outcome}. Connect another wallet.`,
    detail:
      "The minter must be a wallet's address: 0x and 40 hex digits, in lower case or with a valid checksum, and not the zero address.",
  },
  "mint.invalid_quantity": {
    status: 422,
    title: "Invalid quantity",
    retry: "never",
    words: ({ outcome }) =>
      `The quantity is not a positive whole number: ${outcome}. Enter 1 or more.`,
  },
  "mint.quantity_too_large": {
    status: 422,
    title: "Quantity too large",
    retry: "state",
    words: ({ outcome }) =>
      `The quantity is more than this wallet may mint now: ${outcome}. Choose a smaller quantity.`,
  },
  "mint.phase_closed": {
    status: 403,
    title: "Phase closed",
    retry: "state",
    words: ({ outcome }) =>
      `No wallet can get an authorization in this phase: ${outcome}. Wait for the next phase.`,
  },
  "mint.not_listed": {
    status: 403,
    title: "Not on the list",
    retry: "state",
    words: ({ outcome }) =>
      `This wallet is not on the list of this phase: ${outcome}. Connect a listed wallet, or wait for the next phase.`,
  },
  "mint.allowance_used": {
    status: 403,
    title: "Allowance used up",
    retry: "state",
    words: ({ outcome }) =>
      `This wallet has minted all that this phase allows it: ${outcome}. Wait for the next phase.`,
  },
  "mint.confirming": {
    status: 409,
    title: "Last mint unconfirmed",
    retry: "state",
    words: ({ outcome }) =>
      `Your last mint is being confirmed: ${outcome}. Try again in a few minutes, or choose a smaller quantity.`,
    detail: "This wallet's last mint is being confirmed. It may mint more after that.",
  },
  "mint.record_outdated": {
    status: 503,
    title: "Record older than the chain",
    retry: "later",
    words: ({ outcome }) =>
      `The service's record of authorizations is older than the chain: ${outcome}. The operator must change the collection's signer; try again later.`,
  },
  "mint.signer_mismatch": {
    status: 503,
    title: "Wrong signing key",
    retry: "later",
    words: ({ outcome }) =>
      `The service's key is not the collection's signer: ${outcome}. The operator must fix this; try again later.`,
  },
  "rate.limited": {
    status: 429,
    title: "Too many requests",
    retry: "later",
    words: ({ outcome, again }) => `Too many requests: ${outcome}. Wait a minute, then ${again}.`,
    detail:
      "Too many saves from your network: nothing was saved. Retry-After says when to try again.",
  },
  "service.busy": {
    status: 503,
    title: "Too many saves at once",
    retry: "later",
    words: ({ outcome, again }) =>
      `The service is handling too many saves: ${outcome}. Wait a moment, then ${again}.`,
  },
  "chain.unavailable": {
    status: 503,
    title: "Network unreachable",
    retry: "later",
    words: ({ outcome, again }) =>
      `The service can't reach the network: ${outcome}. Wait a moment, then ${again}.`,
  },
  "collection.unavailable": {
    status: 503,
    title: "Collection unreachable",
    retry: "later",
    words: ({ outcome, again }) =>
      `The service can't read this drifter's files from IPFS: ${outcome}. Wait a moment, then ${again}.`,
    detail: "The service can't read this drifter's files from IPFS. Wait a minute, then try again.",
  },
  "collection.unusable": {
    status: 502,
    title: "Unusable file",
    retry: "state",
    words: ({ outcome }) =>
      `The collection's files on IPFS cannot be shown: ${outcome}. The collection's owner must fix this.`,
    detail: "The collection's files on IPFS cannot be shown; the collection's owner must fix this.",
  },
  "store.unavailable": {
    status: 503,
    title: "Storage unavailable",
    retry: "later",
    words: ({ outcome, again }) =>
      `The service can't use its storage: ${outcome}. Wait a moment, then ${again}.`,
  },
  internal: {
    status: 500,
    title: "Server error",
    retry: "later",
    words: ({ outcome, again }) => `Server error: ${outcome}. Wait a moment, then ${again}.`,
  },
} as const satisfies Record<string, ApiErrorRow>;

// Safety: the table has no other keys.
export const apiErrorCodes = Object.keys(apiErrors) as ApiErrorCode[];

/** The default detail of a problem, for programs. */
export function apiErrorDetail(code: ApiErrorCode): string {
  const row: ApiErrorRow = apiErrors[code];
  return row.detail ?? row.words(attempts.request);
}

/** The page's words for a rejected attempt; the code may be newer than the page. */
export function apiErrorMessage(code: string | undefined, attempt: Attempt): string {
  return code !== undefined && isApiErrorCode(code)
    ? apiErrors[code].words(attempt)
    : unexpectedResponseMessage(attempt);
}

function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(apiErrors, code);
}

/** The problem details of a code, with a specific detail if given. */
export function apiProblem(code: ApiErrorCode, detail = apiErrorDetail(code)) {
  const { title, status } = apiErrors[code];
  return { type: `urn:fringe-drifters:problem:${code}`, title, status, detail, code };
}
