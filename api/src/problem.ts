import type { ServerResponse } from "node:http";
import type { ErrorRequestHandler } from "express";
import { type ApiErrorCode, type ApiProblem, apiErrorStatus } from "#protocol/errors";

interface ApiErrorOptions {
  /** A sentence about this case; each code has one for the general case. */
  detail?: string;
  /** What went wrong underneath. Logged for faults of ours and the chain's, never sent. */
  cause?: unknown;
  /** When to come back, where that is known. */
  retryAfterSeconds?: number | undefined;
  /** What the client can go on with. */
  pending?: ApiProblem["pending"];
  /** The revision by which its owner removed the story. */
  removed?: ApiProblem["removed"];
  /** The entity tag of what is there and not told; a save may name it in `If-Match`. */
  tag?: string | undefined;
}

/** The one error that routes throw: a refusal with a stable code. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ApiErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly pending: ApiProblem["pending"];
  readonly removed: ApiProblem["removed"];
  readonly tag: string | undefined;

  constructor(code: ApiErrorCode, options: ApiErrorOptions = {}) {
    super(options.detail ?? problemWords[code].detail, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.pending = options.pending;
    this.removed = options.removed;
    this.tag = options.tag;
  }
}

const secondsUntilAnOutageMayBeOver = 5;

/** What each code says to people, unless the place that throws knows better. */
export const problemWords = {
  "request.malformed": {
    title: "Malformed request",
    detail: "The request could not be read.",
  },
  "request.timed_out": {
    title: "Request too slow",
    detail: "The request did not arrive whole in time. Send it again.",
  },
  "request.headers_too_large": {
    title: "Headers too large",
    detail: "The request's line and headers are larger than this service reads.",
  },
  "drifter.invalid_id": {
    title: "Not a drifter's number",
    detail: "A drifter's number is written in plain digits without leading zeros, below 2^256.",
  },
  "owner.mismatch": {
    title: "Not the owner",
    detail: "The signature is by a wallet that does not own this drifter now.",
  },
  "drifter.not_found": {
    title: "No such drifter",
    detail: "No drifter with this number exists.",
  },
  "narrative.not_found": {
    title: "No story yet",
    detail: "Nobody has written this drifter's story.",
  },
  "route.not_found": {
    title: "No such path",
    detail: "There is nothing at this path.",
  },
  "method.not_allowed": {
    title: "Method not allowed",
    detail: "This path does not answer that method; Allow names those it does.",
  },
  "narrative.replaced": {
    title: "Story replaced since",
    detail:
      "This very text was this drifter's story before and has been replaced since, so its signature cannot be used again. Change the text and sign it anew.",
  },
  "revision.mismatch": {
    title: "Story changed meanwhile",
    detail:
      "The story is not the one that If-Match or If-None-Match expects. Read it again before you replace it.",
  },
  "body.too_large": {
    title: "Request too large",
    detail: "The request is larger than this service takes.",
  },
  "body.unsupported_type": {
    title: "Unsupported body",
    detail: "The body must be uncompressed application/json in UTF-8.",
  },
  "narrative.malformed_text": {
    title: "Text that cannot be kept",
    detail: "The story holds a character that cannot be kept: half of a surrogate pair, or a NUL.",
  },
  "message.mismatch": {
    title: "Wrong message",
    detail: "The signed message is not the ownership message for this drifter.",
  },
  "hash.mismatch": {
    title: "Signature for another text",
    detail: "The signed message carries the hash of another text. Sign this text.",
  },
  "signature.invalid": {
    title: "Unusable signature",
    detail: "The signature is malformed, or the owner's wallet does not recognise it.",
  },
  "mint.not_offered": {
    title: "No authorisations here",
    detail:
      "This service signs no mint authorisations. Ask whoever runs the collection where they are signed.",
  },
  "mint.invalid_minter": {
    title: "Not an address",
    detail:
      "The minter must be the address of a wallet: 0x and 40 hex digits, in lower case or with a right checksum, and not the zero address.",
  },
  "mint.invalid_quantity": {
    title: "Not a quantity",
    detail: "The quantity must be a whole number from 1 upwards, in decimal digits.",
  },
  "mint.quantity_too_large": {
    title: "Too many at once",
    detail: "The quantity is more than this wallet may mint now. Ask for fewer.",
  },
  "mint.phase_closed": {
    title: "Phase closed",
    detail: "No authorisations are signed in the current phase. Wait for another one.",
  },
  "mint.not_listed": {
    title: "Not on the list",
    detail: "The current phase is for listed wallets, and this one is not among them.",
  },
  "mint.allowance_used": {
    title: "Allowance used up",
    detail: "This wallet has minted all that the current phase allows it.",
  },
  "mint.pending": {
    title: "Another quantity is signed already",
    detail:
      "This wallet has an authorisation that it has not used yet, for another quantity. Use that one first: it is `pending`.",
  },
  "mint.signer_mismatch": {
    title: "The signing key does not fit",
    detail:
      "This service's key is not the collection's signer now, so the contract would refuse what it signs. Its operator has to mend that. Try again later.",
  },
  "rate.limited": {
    title: "Too many requests",
    detail: "Too many saves came from your network. Retry-After says when to try again.",
  },
  "chain.unavailable": {
    title: "The chain did not answer",
    detail: "The chain could not be asked who owns this drifter, so nothing was saved. Try again.",
  },
  "store.unavailable": {
    title: "The store did not answer",
    detail: "The stories could not be read or written, so nothing was changed. Try again.",
  },
  internal: {
    title: "A fault of the service",
    detail: "Something went wrong on our side.",
  },
} satisfies Record<ApiErrorCode, { title: string; detail: string }>;

/** Answers every error as problem details (RFC 9457). Ours and the chain's faults are logged whole. */
export const answerProblem: ErrorRequestHandler = (thrown, request, response, _next) => {
  const error = asApiError(thrown);
  if (apiErrorStatus[error.code] >= 500) response.err = error.code === "internal" ? thrown : error;
  // Half an answer is on its way; cutting it short is the only way left to say that it failed.
  if (response.writableEnded) return;
  if (response.headersSent) request.socket.destroy();
  else sendProblem(response, error);
};

/** Answers with a problem, whether Express knows of the request or not. */
export function sendProblem(response: ServerResponse, error: ApiError): void {
  const { code } = error;
  const status = apiErrorStatus[code];
  const problem: ApiProblem = {
    type: `urn:fringe-drifters:problem:${code}`,
    title: problemWords[code].title,
    status,
    detail: error.message,
    code,
    ...(error.pending && { pending: error.pending }),
    ...(error.removed && { removed: error.removed }),
  };
  const retryAfterSeconds =
    error.retryAfterSeconds ?? (status === 503 ? secondsUntilAnOutageMayBeOver : undefined);
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", retryAfterSeconds);
  if (error.tag === undefined) response.removeHeader("ETag");
  else response.setHeader("ETag", error.tag);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "application/problem+json");
  const body = Buffer.from(JSON.stringify(problem));
  response.setHeader("Content-Length", body.length);
  response.statusCode = status;
  response.end(body);
}

/** What anything thrown means to the client. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status = httpStatusOf(thrown);
  if (status === 413) return new ApiError("body.too_large", { cause: thrown });
  if (status === 415) return new ApiError("body.unsupported_type", { cause: thrown });
  if (status === 404) return new ApiError("route.not_found", { cause: thrown });
  if (status === 412) return new ApiError("revision.mismatch", { detail: fileChanged });
  if (status >= 400 && status < 500) return new ApiError("request.malformed", { cause: thrown });
  return new ApiError("internal", { cause: thrown });
}

const fileChanged = "The file is not the one that the request's conditions name.";

/** Express and its file server throw errors that carry the HTTP status they mean. */
function httpStatusOf(thrown: unknown): number {
  const isTelling = thrown instanceof Error && "status" in thrown;
  return isTelling && typeof thrown.status === "number" ? thrown.status : 500;
}
