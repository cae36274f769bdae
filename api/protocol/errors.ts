import type { NarrativeListItem } from "./narrative.ts";
import type { SignedMintAuthorization } from "./sale/signedAuthorization.ts";

/**
 * Every way in which the API says no. A code never changes its meaning; words around it may.
 * Each comment names the cause and whether the same request may work later.
 */
export type ApiErrorCode =
  /** The body is not the JSON object asked for. Never works as it is. */
  | "request.malformed"
  /** The request did not arrive whole in time. Works when sent faster. */
  | "request.timed_out"
  /** The request's line and headers are larger than the service reads. Never works as it is. */
  | "request.headers_too_large"
  /** The id in the path is not a canonical token id. Never works. */
  | "drifter.invalid_id"
  /** The signer does not own the drifter now. Works once it does. */
  | "owner.mismatch"
  /** No such token has been minted. Works once it is. */
  | "drifter.not_found"
  /** Nobody has written this drifter's story yet. */
  | "narrative.not_found"
  /** No such path. */
  | "route.not_found"
  /** The path exists, the method does not; `Allow` names those that do. */
  | "method.not_allowed"
  /** This text was accepted before and has been replaced since. Works with any other text. */
  | "narrative.replaced"
  /** The current story is not the one that `If-Match` names, or `If-None-Match` rules it out. Works after reading it again. */
  | "revision.mismatch"
  /** The body is larger than the service takes. */
  | "body.too_large"
  /** The body is not `application/json` in UTF-8. */
  | "body.unsupported_type"
  /** The text holds a lone surrogate or a NUL, which have no faithful UTF-8 form in a store. */
  | "narrative.malformed_text"
  /** `signedMessage` is not the ownership message for this drifter. */
  | "message.mismatch"
  /** The hash in `signedMessage` is not that of `narrative`. Works after signing again. */
  | "hash.mismatch"
  /** The signature is malformed or is not by anybody the chain knows as the owner. */
  | "signature.invalid"
  /** The service signs no mint authorisations. Works only elsewhere. */
  | "mint.not_offered"
  /** `minter` is no address that can mint. Never works. */
  | "mint.invalid_minter"
  /** `qty` is no whole number from 1 upwards. Never works. */
  | "mint.invalid_quantity"
  /** `qty` is more than one mint may have, or than is left of the wallet's allowance. Works with fewer. */
  | "mint.quantity_too_large"
  /** Nobody gets an authorisation in the current phase. Works once another phase is current. */
  | "mint.phase_closed"
  /** The current phase is for listed wallets, and this is none. Works in another phase. */
  | "mint.not_listed"
  /** The wallet has used all that the current phase allows it. Works in another phase. */
  | "mint.allowance_used"
  /** The wallet has an unused authorisation for fewer: `pending`. Works once that is used, or for as many. */
  | "mint.pending"
  /** The service's key is not the collection's signer. Works once its operator has mended that. */
  | "mint.signer_mismatch"
  /** Too many requests; `Retry-After` says when to come back. */
  | "rate.limited"
  /** The chain could not be asked, so nothing was decided or stored. Try again later. */
  | "chain.unavailable"
  /** What was sent could not be written down and was not accepted. Try again later. */
  | "store.unavailable"
  /** A fault of the service. */
  | "internal";

/** HTTP status of each code. */
export const apiErrorStatus = {
  "request.malformed": 400,
  "request.timed_out": 408,
  "request.headers_too_large": 431,
  "drifter.invalid_id": 400,
  "owner.mismatch": 403,
  "drifter.not_found": 404,
  "narrative.not_found": 404,
  "route.not_found": 404,
  "method.not_allowed": 405,
  "narrative.replaced": 409,
  "revision.mismatch": 412,
  "body.too_large": 413,
  "body.unsupported_type": 415,
  "narrative.malformed_text": 422,
  "message.mismatch": 422,
  "hash.mismatch": 422,
  "signature.invalid": 422,
  "mint.not_offered": 404,
  "mint.invalid_minter": 422,
  "mint.invalid_quantity": 422,
  "mint.quantity_too_large": 422,
  "mint.phase_closed": 403,
  "mint.not_listed": 403,
  "mint.allowance_used": 403,
  "mint.pending": 409,
  "mint.signer_mismatch": 503,
  "rate.limited": 429,
  "chain.unavailable": 503,
  "store.unavailable": 503,
  internal: 500,
} as const satisfies Record<ApiErrorCode, number>;

/** The body of every refusal: RFC 9457 problem details with a stable `code`. */
export interface ApiProblem {
  type: string;
  title: string;
  status: number;
  /** A sentence for people: what is wrong and what to do. */
  detail: string;
  code: ApiErrorCode;
  /** With `mint.pending`: the unused authorisation, with which its minter can go on. */
  pending?: SignedMintAuthorization;
  /** With `narrative.not_found`: there was a story, and this is the revision by which its owner removed it. */
  removed?: NarrativeListItem;
}
