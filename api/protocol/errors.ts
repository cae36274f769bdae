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
  /** `If-Match` names another revision than the current one. Works after reading it again. */
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
  /** Too many requests; `Retry-After` says when to come back. */
  | "rate.limited"
  /** The chain could not be asked, so nothing was decided or stored. Try again later. */
  | "chain.unavailable"
  /** The story could not be written to disk and was not accepted. Try again later. */
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
}
