import { collectionConfig } from "#collection/collection.config.ts";
import { noun } from "../values/noun.ts";
import { slug } from "../values/slug.ts";
import { type Attempt, attempts, unexpectedResponseMessage } from "./attempts.ts";

/** API error code. A code's meaning never changes; its message may. */
export type ApiErrorCode = keyof typeof apiErrors;

interface ApiErrorRow {
  status: number;
  title: string;
  /** When the request may succeed: `never`, in a different `state` of the chain, the story or the sale, or `later`. */
  retry: keyof typeof retryAdvice;
  /** States what happened, what did not happen, and what to do, in at most two sentences. */
  message: (attempt: Attempt) => string;
  /** Detail for programs, if it differs from the message for people. */
  detail?: string;
}

/** One sentence per value of `retry`. */
export const retryAdvice = {
  never: "The same request always fails.",
  state: "The same request succeeds once the chain, the story or the sale allows it.",
  later: "The same request may succeed later.",
};

const badRequest = ({ outcome }: Attempt) =>
  `This site sent a request that the service does not accept: ${outcome}. Reload the page, then try again.`;

/** Table of error responses, the source for the service, the app, OpenAPI and docs/api.md. */
export const apiErrors = {
  "request.malformed": {
    status: 400,
    title: "Malformed request",
    retry: "never",
    message: badRequest,
    detail: "The request could not be parsed.",
  },
  "request.invalid_parameter": {
    status: 400,
    title: "Invalid parameter",
    retry: "never",
    message: badRequest,
    detail: "Invalid parameter.",
  },
  "request.timed_out": {
    status: 408,
    title: "Request timed out",
    retry: "later",
    message: ({ outcome, again }) =>
      `The request did not arrive in time: ${outcome}. Check your connection, then ${again}.`,
  },
  "request.headers_too_large": {
    status: 431,
    title: "Headers too large",
    retry: "never",
    message: badRequest,
    detail: "The request line and headers are larger than this service accepts.",
  },
  "token.invalid_id": {
    status: 400,
    title: `Invalid ${noun} ID`,
    retry: "never",
    message: ({ outcome }) => `No such ${noun}: ${outcome}. Check its number.`,
    detail: `The ${noun} ID is not a decimal integer below 2^256 without leading zeros.`,
  },
  "owner.mismatch": {
    status: 403,
    title: "Not the owner",
    retry: "state",
    message: ({ outcome }) =>
      `The wallet that signed does not own this ${noun}: ${outcome}. Connect the owner's wallet, then sign again.`,
  },
  "token.not_found": {
    status: 404,
    title: `No such ${noun}`,
    retry: "state",
    message: ({ outcome }) => `This ${noun} has not been minted: ${outcome}. Check its number.`,
    detail: `No such ${noun}.`,
  },
  "name.not_found": {
    status: 404,
    title: "No such name",
    retry: "state",
    message: badRequest,
    detail: "No wallet has this ENS name.",
  },
  "narrative.not_found": {
    status: 404,
    title: "No story",
    retry: "state",
    message: badRequest,
    detail: `This ${noun} has no story.`,
  },
  "route.not_found": {
    status: 404,
    title: "No such path",
    retry: "never",
    message: badRequest,
    detail: "This service has nothing at this path.",
  },
  "method.not_allowed": {
    status: 405,
    title: "Method not allowed",
    retry: "never",
    message: badRequest,
    detail: "Method not allowed; Allow lists the methods of this path.",
  },
  "narrative.replaced": {
    status: 409,
    title: "Story replaced since",
    retry: "never",
    message: ({ outcome }) =>
      `This exact text was published before and has been replaced since: ${outcome}. Change at least one character, then sign again.`,
  },
  "revision.mismatch": {
    status: 412,
    title: "Story changed since",
    retry: "state",
    message: () => "A newer version was published. Compare before publishing.",
    detail:
      "The story is not the one that If-Match or If-None-Match expects: nothing was saved. Read it again before you replace it.",
  },
  "body.too_large": {
    status: 413,
    title: "Request too large",
    retry: "never",
    message: ({ outcome }) =>
      `The story is larger than this service accepts: ${outcome}. Shorten it, then sign again.`,
    detail: "The request is larger than this service accepts.",
  },
  "body.unsupported_type": {
    status: 415,
    title: "Unsupported body",
    retry: "never",
    message: badRequest,
    detail: "The body must be uncompressed application/json in UTF-8.",
  },
  "narrative.malformed_text": {
    status: 422,
    title: "Text that cannot be stored",
    retry: "never",
    message: ({ outcome }) =>
      `The text contains a character that cannot be stored (half an emoji, or NUL): ${outcome}. Remove it, then sign again.`,
    detail: "The story contains a lone surrogate or a NUL, neither of which can be stored.",
  },
  "message.mismatch": {
    status: 422,
    title: "Wrong message",
    retry: "never",
    message: ({ outcome }) =>
      `The signature is for a different message: ${outcome}. Sign again, then save.`,
    detail: `The signed message is not the ownership message of this ${noun}.`,
  },
  "hash.mismatch": {
    status: 422,
    title: "Signature for a different text",
    retry: "never",
    message: ({ outcome }) =>
      `The text has changed since you signed it: ${outcome}. Sign again, then save.`,
    detail: "The signed message contains the hash of a different text. Sign this text.",
  },
  "signature.invalid": {
    status: 422,
    title: "Invalid signature",
    retry: "never",
    message: ({ outcome }) =>
      `The signature is not the owner's: ${outcome}. Sign again, then save.`,
    detail: "The signature is malformed, or the owner's wallet does not recognize it.",
  },
  "mint.not_offered": {
    status: 404,
    title: "No authorizations here",
    retry: "never",
    message: ({ outcome }) =>
      `This site does not authorize mints: ${outcome}. If the collection's team gave you an authorization, paste it below.`,
    detail:
      "This service signs no mint authorizations. Ask whoever runs the collection where to get one.",
  },
  "mint.invalid_minter": {
    status: 422,
    title: "Invalid address",
    retry: "never",
    message: ({ outcome }) => `This address cannot mint: ${outcome}. Connect another wallet.`,
    detail:
      "The minter must be a wallet's address: 0x and 40 hex digits, in lowercase or with a valid checksum, and not the zero address.",
  },
  "mint.invalid_quantity": {
    status: 422,
    title: "Invalid quantity",
    retry: "never",
    message: ({ outcome }) =>
      `The quantity is not a positive whole number: ${outcome}. Enter 1 or more.`,
  },
  "mint.quantity_too_large": {
    status: 422,
    title: "Quantity too large",
    retry: "state",
    message: ({ outcome }) =>
      `The quantity is more than this wallet may mint now: ${outcome}. Choose a smaller quantity.`,
  },
  "mint.phase_closed": {
    status: 403,
    title: "Phase closed",
    retry: "state",
    message: ({ outcome }) =>
      `No wallet can get an authorization in this phase: ${outcome}. Wait for the next phase.`,
  },
  "mint.not_open_yet": {
    status: 403,
    title: "Not open yet",
    retry: "later",
    message: ({ outcome }) =>
      `This phase has not opened: ${outcome}. Keep the page open: minting starts automatically.`,
  },
  "mint.closed": {
    status: 403,
    title: "Closed",
    retry: "state",
    message: ({ outcome }) => `This phase has closed: ${outcome}. Wait for the next phase.`,
  },
  "mint.not_listed": {
    status: 403,
    title: "Not on the list",
    retry: "state",
    message: ({ outcome }) =>
      `This wallet is not on this phase's list: ${outcome}. Connect a listed wallet, or wait for the next phase.`,
  },
  "mint.allowance_used": {
    status: 403,
    title: "Allowance used up",
    retry: "state",
    message: ({ outcome }) =>
      `This wallet has used up its allowance in this phase: ${outcome}. Wait for the next phase.`,
  },
  "mint.confirming": {
    status: 409,
    title: "Last mint unconfirmed",
    retry: "state",
    message: ({ outcome }) =>
      `Your last mint is being confirmed: ${outcome}. Try again in a few minutes, or choose a smaller quantity.`,
    detail: "This wallet's last mint is being confirmed. It may mint more after that.",
  },
  "mint.record_outdated": {
    status: 503,
    title: "Record older than the chain",
    retry: "later",
    message: ({ outcome }) =>
      `The service's record of authorizations is older than the chain: ${outcome}. The operator must change the collection's signer; try again later.`,
  },
  "mint.signer_mismatch": {
    status: 503,
    title: "Wrong signing key",
    retry: "later",
    message: ({ outcome }) =>
      `The service's key is not the collection's signer: ${outcome}. The operator must fix this; try again later.`,
  },
  "rate.limited": {
    status: 429,
    title: "Too many requests",
    retry: "later",
    message: ({ outcome, again }) => `Too many requests: ${outcome}. Wait a minute, then ${again}.`,
    detail:
      "Too many requests from your network: nothing was saved. Retry-After says when to try again.",
  },
  "service.busy": {
    status: 503,
    title: "Too many requests at once",
    retry: "later",
    message: ({ outcome, again }) =>
      `The service is handling too many requests: ${outcome}. Wait a moment, then ${again}.`,
  },
  "chain.unavailable": {
    status: 503,
    title: "Network unreachable",
    retry: "later",
    message: ({ outcome, again }) =>
      `The service can't reach the network: ${outcome}. Wait a moment, then ${again}.`,
  },
  "collection.unavailable": {
    status: 503,
    title: "Collection unreachable",
    retry: "later",
    message: ({ outcome, again }) =>
      `The service can't read this ${noun}'s files from IPFS: ${outcome}. Wait a moment, then ${again}.`,
    detail: `The service can't read this ${noun}'s files from IPFS. Wait a minute, then try again.`,
  },
  "collection.unusable": {
    status: 502,
    title: "Unusable file",
    retry: "state",
    message: ({ outcome }) =>
      `The collection's files on IPFS cannot be shown: ${outcome}. The collection's owner must fix this.`,
    detail: "The collection's files on IPFS cannot be shown; the collection's owner must fix this.",
  },
  "store.unavailable": {
    status: 503,
    title: "Storage unavailable",
    retry: "later",
    // A failed write may still have taken effect.
    message: ({ unsure, again }) =>
      `The service can't use its storage: ${unsure}. Wait a moment, then ${again}.`,
  },
  internal: {
    status: 500,
    title: "Server error",
    retry: "later",
    message: ({ unsure, again }) => `Server error: ${unsure}. Wait a moment, then ${again}.`,
  },
} as const satisfies Record<string, ApiErrorRow>;

// Safety: the table has no other keys.
export const apiErrorCodes = Object.keys(apiErrors) as ApiErrorCode[];

/** Returns a problem's default detail, for programs. */
export function apiErrorDetail(code: ApiErrorCode): string {
  const row: ApiErrorRow = apiErrors[code];
  return (
    row.detail ?? row.message(attempts[code.startsWith("mint.") ? "authorization" : "request"])
  );
}

/** Returns the message for a rejected attempt; the service may send a code that is newer than this build. */
export function apiErrorMessage(code: string | undefined, attempt: Attempt): string {
  return code !== undefined && isApiErrorCode(code)
    ? apiErrors[code].message(attempt)
    : unexpectedResponseMessage(attempt);
}

/** Returns a code's title; the service may send a code that is newer than this build. */
export function apiErrorTitle(code: string): string {
  return isApiErrorCode(code) ? apiErrors[code].title : code;
}

function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(apiErrors, code);
}

/** Returns the URI that identifies a problem type (RFC 9457), with the collection's name. */
export function problemType(code: string): string {
  return `urn:${slug(collectionConfig.name)}:problem:${code}`;
}

/** Returns the problem details (RFC 9457) for a code. */
export function apiProblem(code: ApiErrorCode, detail = apiErrorDetail(code)) {
  const { title, status } = apiErrors[code];
  return { type: problemType(code), title, status, detail, code };
}
