import { ApiError } from "../problem.ts";

/** What a store that cannot be read or written means to whoever wants an authorisation. */
export function recordUnavailable(cause: unknown): ApiError {
  return new ApiError("store.unavailable", {
    detail:
      "The record of what has been signed could not be read or written, so nothing was signed. Try again.",
    cause,
  });
}
