import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";

const failures = new WeakMap<IncomingMessage, unknown>();

/** Notes that a request has failed in front of Express. */
export function noteFailure(request: IncomingMessage, error: unknown): void {
  failures.set(request, error);
}

/** Reports what `noteFailure` has noted, instead of trying again: that may take as long as the failure took. */
export const reportFailure: RequestHandler = (request, _response, next) =>
  next(failures.get(request));
