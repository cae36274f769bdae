import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ReadService, ServiceAnswer } from "#protocol/pageMarkup";
import { type ApiPath, apiPaths, parameterOf } from "#protocol/paths";
import { captureResponse } from "../http/captureResponse.ts";
import { inTime } from "../http/inTime.ts";

/** Maximum waits for what a page can go without at first, in milliseconds. Without metadata in time, browsers render. */
const maxWaits = [
  [apiPaths.neighbours, 300],
  [apiPaths.ownedDrifters, 1_500],
] as const satisfies readonly (readonly [ApiPath, number])[];
const maxMetadataMilliseconds = 1_500;

const late: ServiceAnswer = { status: 404, headers: {}, body: "{}", isLate: true };

const pageRequests = new WeakSet<IncomingMessage>();

/** Whether a request reads data for a page: the client's requests are counted when it requests the page. */
export function isForPage(request: IncomingMessage): boolean {
  return pageRequests.has(request);
}

/**
 * Creates the function with which the renderer reads paths of the service, by calling Express in this process.
 * Responses that take long are 404 and marked as late, so that browsers request them.
 */
export function createPageReads(app: RequestListener): ReadService {
  return async (url) => {
    const { pathname } = new URL(url, "http://service.invalid");
    const matches = (path: ApiPath) => parameterOf(path, pathname) !== undefined;
    const [, maxWait] = maxWaits.find(([path]) => matches(path)) ?? [];
    if (maxWait !== undefined) {
      const answer = await inTime(request(app, url), maxWait);
      // A page without neighbours is better than none.
      return answer === undefined || answer.status >= 500 ? late : answer;
    }
    if (!matches(apiPaths.metadata)) return request(app, url);
    const answer = await inTime(request(app, url), maxMetadataMilliseconds);
    if (answer === undefined) throw new Error(`${url} took too long.`);
    return answer;
  };
}

async function request(app: RequestListener, url: string): Promise<ServiceAnswer> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url, httpVersionMajor: 1, httpVersionMinor: 1 });
  request.rawHeaders = ["Host", "service.invalid"];
  request.push(null);
  pageRequests.add(request);
  const response = new ServerResponse(request);
  const capturing = captureResponse(response, Number.POSITIVE_INFINITY);
  app(request, response);
  const captured = await capturing;
  if (captured === undefined) throw new Error(`${url} was not answered.`);
  const { status, headers, body } = captured;
  const sent = { etag: headers.etag, "content-type": headers["content-type"] };
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return {
    status,
    headers: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    body: body.toString(),
  };
}
