import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ReadService, ServiceAnswer } from "#protocol/pageMarkup";
import { type ApiPath, apiPaths, isAtPath } from "#protocol/paths";
import { captureResponse } from "../http/captureResponse.ts";
import { inTime } from "../http/inTime.ts";
import { noteForPage } from "../http/routing.ts";

/** What browsers can request themselves: they are told that there is nothing yet. */
const optional: readonly ApiPath[] = [apiPaths.neighbours, apiPaths.ownedDrifters];
/** Without anything else in time, browsers render the page. */
const maxMilliseconds = 1_500;
const nothing: ServiceAnswer = { status: 404, headers: {}, body: "{}" };

/** Creates the function with which the renderer reads paths of the service, by calling Express in this process. */
export function createPageReads(app: RequestListener): ReadService {
  return async (url) => {
    const { pathname } = new URL(url, "http://service.invalid");
    const answer = await inTime(request(app, url), maxMilliseconds);
    // A page without neighbours is better than none.
    const isOptional = optional.some((path) => isAtPath(path, pathname));
    if (isOptional && (answer === undefined || answer.status >= 500)) return nothing;
    if (answer === undefined) throw new Error(`${url} took too long.`);
    return answer;
  };
}

async function request(app: RequestListener, url: string): Promise<ServiceAnswer> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url, httpVersionMajor: 1, httpVersionMinor: 1 });
  request.rawHeaders = ["Host", "service.invalid"];
  request.push(null);
  noteForPage(request);
  const response = new ServerResponse(request);
  const capturing = captureResponse(response, Number.POSITIVE_INFINITY);
  app(request, response);
  const captured = await capturing;
  if (captured === undefined) throw new Error(`${url} was not answered.`);
  const { status, headers, body } = captured;
  const sent: Record<string, string> = {};
  for (const name of ["etag", "content-type"]) {
    if (headers[name] !== undefined) sent[name] = String(headers[name]);
  }
  return { status, headers: sent, body: body.toString() };
}
