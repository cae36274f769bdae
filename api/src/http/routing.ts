import type { IncomingMessage } from "node:http";
import { type RequestHandler, Router } from "express";
import type { Address } from "viem";
import { parseAddress } from "#protocol/values/address";
import { isDrifterId } from "#protocol/values/drifterId";
import { parameterError } from "#protocol/wire/parameters";
import { ApiError } from "../base/apiError.ts";

/** Creates a strict, case-sensitive router: `/api/Narrative` and `/api/narrative/` do not match `/api/narrative`. */
export function createRouter(): Router {
  return Router({ strict: true, caseSensitive: true });
}

/** Ends a route: responds to OPTIONS, and rejects every method except `allowed`. */
export function methodNotAllowed(...allowed: string[]): RequestHandler {
  const allow = [...allowed, "OPTIONS"].join(", ");
  return (request, response) => {
    response.setHeader("Allow", allow);
    if (request.method !== "OPTIONS") throw new ApiError("method.not_allowed");
    response.status(204).end();
  };
}

/** Lets other sites' pages read a response; for data that is the same for everybody. */
export const allowOtherSites: RequestHandler = ({ method }, response, next) => {
  if (method === "GET" || method === "HEAD") {
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    response.setHeader("Access-Control-Allow-Origin", "*");
  }
  next();
};

/** Rejects requests that no route has handled. */
export const rejectUnknownPath: RequestHandler = () => {
  throw new ApiError("route.not_found");
};

/**
 * Returns whether a request is HTTP/1.x for a path or absolute URL with exactly one host (RFC 9112,
 * section 3.2). Node's parser also accepts other versions, asterisks and repeated hosts.
 */
export function isWellFormedRequest(request: IncomingMessage): boolean {
  const { url = "", method, httpVersionMajor, httpVersionMinor } = request;
  const isTarget =
    url.startsWith("/") || /^https?:\/\//i.test(url) || (url === "*" && method === "OPTIONS");
  if (!isTarget || httpVersionMajor !== 1) return false;
  const hosts = countHosts(request.rawHeaders);
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

/** Reads the raw headers, because Node joins or drops repeated headers. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}

export const rejectMalformedRequest: RequestHandler = (request, _response, next) => {
  if (isWellFormedRequest(request)) return next();
  throw new ApiError("request.malformed", {
    detail: "The request must be HTTP/1.1 for a path of this service, with one Host.",
  });
};

/** Rejects a path that is not percent-encoded UTF-8, such as `/%`. */
export const rejectUndecodablePath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch (cause) {
    throw new ApiError("request.malformed", { detail: "The path is not valid UTF-8.", cause });
  }
  next();
};

/** Rejects paths with `..`, `//`, hidden files or encoded slashes. */
export const rejectUnsafePath: RequestHandler = (request, _response, next) => {
  const encoded = request.path.split("/").slice(1);
  const segments = encoded.map(decodeURIComponent);
  const isOdd = segments.some(
    (segment, index) =>
      /^\.|[/\\;\0]/.test(segment) || (segment === "" && index < segments.length - 1),
  );
  if (isOdd) throw new ApiError("route.not_found");
  next();
};

/** Rejects a path whose `:drifterId` is not a canonical token ID. */
export const rejectMalformedDrifterId: RequestHandler<{ drifterId: string }> = (
  request,
  _response,
  next,
) => {
  if (!isDrifterId(request.params.drifterId)) throw new ApiError("token.invalid_id");
  next();
};

/** Parses the parameters in a request's URL. */
export function parseQuery({ url = "" }: Pick<IncomingMessage, "url">): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start));
}

const addressFormat = "0x and 40 hex digits, in lowercase or with a valid checksum";

/** @throws {ParameterError} */
export function parseOwner(address: string): Address {
  const owner = parseAddress(address);
  if (owner === undefined) throw parameterError("address", addressFormat, address);
  return owner;
}
