import type { ServerResponse } from "node:http";
import type { ErrorRequestHandler } from "express";
import { apiErrors, apiProblem } from "#protocol/wire/errors";
import { ParameterError } from "#protocol/wire/parameters";
import type { ApiProblem } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";

/** `Retry-After` for responses with status 503. */
export const outageRetrySeconds = 5;

/** Sends every error as problem details (RFC 9457). Logs service and chain failures in full. */
export const respondWithProblem: ErrorRequestHandler = (thrown, request, response, _next) => {
  const error = toApiError(thrown);
  if (apiErrors[error.code].status >= 500)
    response.err = error.code === "internal" ? thrown : error;
  // Part of the response has been sent, so only closing the connection can signal the failure.
  if (response.writableEnded) return;
  if (response.headersSent) request.socket.destroy();
  else sendProblem(response, error);
};

/** Sends a problem response, from Express or from the code in front of it. */
export function sendProblem(
  response: ServerResponse,
  { code, message, options: { removed, retryAfterSeconds, tag } }: ApiError,
): void {
  const problem: ApiProblem = { ...apiProblem(code, message), ...(removed && { removed }) };
  const { status } = problem;
  const body = Buffer.from(JSON.stringify(problem));
  const retryAfter = retryAfterSeconds ?? (status === 503 && outageRetrySeconds);
  response.statusCode = status;
  response.removeHeader("ETag");
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "application/problem+json");
  response.setHeader("Content-Length", body.length);
  if (retryAfter !== false) response.setHeader("Retry-After", retryAfter);
  if (tag !== undefined) response.setHeader("ETag", tag);
  response.end(body);
}

/** Converts any thrown value into an `ApiError`. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof ParameterError) {
    return new ApiError("request.invalid_parameter", { detail: thrown.message });
  }
  const status = readHttpStatus(thrown);
  if (status === 413) return new ApiError("body.too_large", { cause: thrown });
  if (status === 415) return new ApiError("body.unsupported_type", { cause: thrown });
  if (status === 404) return new ApiError("route.not_found", { cause: thrown });
  if (status === 412) return new ApiError("revision.mismatch", { detail: fileChangedMessage });
  const isClientError = status !== undefined && status >= 400 && status < 500;
  return new ApiError(isClientError ? "request.malformed" : "internal", { cause: thrown });
}

const fileChangedMessage = "The file does not match the request's conditions.";

/** Reads the HTTP status from errors thrown by Express and its file server. */
function readHttpStatus(thrown: unknown): number | undefined {
  const hasStatus = thrown instanceof Error && "status" in thrown;
  return hasStatus && typeof thrown.status === "number" ? thrown.status : undefined;
}
