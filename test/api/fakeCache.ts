import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A caching proxy that only takes purges. */
export interface FakeCache extends AsyncDisposable {
  url: string;
  /** The method, path and host of each request, in the order of arrival. */
  requests: string[];
  /** Status of further responses. */
  status: number;
}

export async function startFakeCache(): Promise<FakeCache> {
  const server = createServer(({ method, url, headers }, response) => {
    cache.requests.push(`${method} ${url} ${headers.host}`);
    response.writeHead(cache.status).end("a page");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // Safety: a server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  const cache: FakeCache = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    status: 200,
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
  return cache;
}
