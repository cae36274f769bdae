import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const wellFormed = /^[\w.:-]{8,128}$/;

/** The request ID from a trusted proxy, if it is safe to log; otherwise a new one. */
export function requestIdOf(
  { headers }: Pick<IncomingMessage, "headers">,
  trustProxyHops: number,
): string {
  const given = headers["x-request-id"];
  const isTrusted = trustProxyHops > 0 && typeof given === "string" && wellFormed.test(given);
  return isTrusted ? given : randomUUID();
}
