import { type ApiErrorCode, apiErrorDetail } from "#protocol/wire/errors";
import type { ApiProblem } from "#protocol/wire/responses";

interface ApiErrorOptions {
  /** Sentence about this case, which replaces the code's general description. */
  detail?: string;
  /** Underlying error: logged if the service or the chain failed, never sent. */
  cause?: unknown;
  /** Seconds for `Retry-After`, if known. */
  retryAfterSeconds?: number | undefined;
  /** Revision that removed the story. */
  removed?: ApiProblem["removed"] | undefined;
  /** ETag of a hidden or removed story, usable in a save's `If-Match`. */
  tag?: string | undefined;
}

/** Error response with a stable code. Routes throw no other errors. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ApiErrorCode;
  readonly options: ApiErrorOptions;

  constructor(code: ApiErrorCode, options: ApiErrorOptions = {}) {
    super(options.detail ?? apiErrorDetail(code), { cause: options.cause });
    this.code = code;
    this.options = options;
  }
}
