import { ApiError } from "../problem.ts";

/** The error of an authorisation when the store cannot be read or written. */
export function recordUnavailable(cause: unknown): ApiError {
  return new ApiError("store.unavailable", {
    detail:
      "The record of mint authorisations could not be read or written, so nothing was signed. Try again.",
    cause,
  });
}
