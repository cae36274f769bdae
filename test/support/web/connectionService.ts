import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

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

/** A local stand-in for WalletConnect's directory and identity service. */
export interface ConnectionService {
  url: string;
  /** Paths with their queries, oldest first. */
  readonly requests: readonly URL[];
  /** Responses by path; other paths return 404. */
  answers: Map<string, (url: URL, body: unknown) => unknown>;
  /** If not 200, every response has this status and no body. */
  status: number;
  close(): Promise<void>;
}

export async function startConnectionService(): Promise<ConnectionService> {
  const requests: URL[] = [];
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#69c"/></svg>';
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return void response.end();
    const url = new URL(request.url ?? "", "http://service");
    requests.push(url);
    if (url.pathname.startsWith("/w3m/v1/getWalletImage/")) {
      response.setHeader("content-type", "image/svg+xml").end(picture);
      return;
    }
    const body = request.method === "POST" ? await json(request) : undefined;
    const answer = service.answers.get(url.pathname)?.(url, body);
    response.statusCode = answer === undefined ? 404 : service.status;
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("No port.");

  const service: ConnectionService = {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    answers: new Map(),
    status: 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}
