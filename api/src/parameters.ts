import type { IncomingMessage } from "node:http";

/** The parameters of a request's URL. */
export function queryOf({ url = "" }: Pick<IncomingMessage, "url">): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start));
}
