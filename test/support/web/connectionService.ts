import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "../../../scripts/lab/service/listen.ts";

/** Returns a wallet's entry in the format of WalletConnect's directory. */
export function listing(id: string, name: string, entry: object = {}) {
  return {
    id,
    name,
    homepage: `https://${id}.example/`,
    image_id: `picture-of-${id}`,
    mobile: { native: `${id}://`, universal: null },
    desktop: { native: null, universal: "" },
    ...entry,
  };
}

export type ConnectionService = Awaited<ReturnType<typeof startConnectionService>>;

/** Responses by path; other paths return 404. */
type RpcResponses = Map<string, (url: URL, body: unknown) => unknown>;

/** Starts a local stand-in for WalletConnect's directory and identity service. */
export async function startConnectionService() {
  const requests: URL[] = [];
  const answers: RpcResponses = new Map();
  /** The requested paths with queries, oldest first. */
  const service = { requests, answers };
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#69c"/></svg>';
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return void response.end();
    const url = new URL(request.url ?? "", "http://service");
    requests.push(url);
    if (url.pathname.startsWith("/w3m/v1/getWalletImage/")) {
      response.setHeader("content-type", "image/svg+xml").end(image);
      return;
    }
    const body = request.method === "POST" ? await json(request) : undefined;
    const answer = answers.get(url.pathname)?.(url, body);
    response.statusCode = answer === undefined ? 404 : 200;
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer ?? {}));
  });
  return Object.assign(service, await listen(server));
}
