import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:https";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** An answer that arrived whole. */
export interface VisitorAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** No longer compressed. */
  body: Buffer;
}

/** Somebody out there: every request goes over TLS, to nginx. */
export interface Visitor extends Disposable {
  /** Asks as a browser does; throws if no whole answer comes. */
  get(path: string, headers?: Record<string, string>): Promise<VisitorAnswer>;
  post(path: string, body: string): Promise<VisitorAnswer>;
}

const longestWaitMilliseconds = 30_000;

/** Connections are kept, as browsers keep theirs; nothing is sent twice. */
export function createVisitor(port: number, certificatePem: string): Visitor {
  const agent = new Agent({ keepAlive: true, ca: certificatePem, servername: "localhost" });
  const place = { host: "127.0.0.1", port, agent };

  async function ask(path: string, headers: Record<string, string>, body?: string) {
    const signal = AbortSignal.timeout(longestWaitMilliseconds);
    const method = body === undefined ? "GET" : "POST";
    const host = `localhost:${port}`;
    const asked = request({ ...place, path, method, headers: { host, ...headers }, signal });
    const [response] = await once(asked.end(body), "response");
    const bytes = await buffer(response);
    const isPacked = response.headers["content-encoding"] === "gzip";
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isPacked ? await promisify(gunzip)(bytes) : bytes,
    };
  }

  return {
    get: (path, headers = {}) =>
      ask(path, { accept: "*/*", "accept-encoding": "gzip", ...headers }),
    post: (path, body) => {
      const length = String(Buffer.byteLength(body));
      return ask(path, { "content-type": "application/json", "content-length": length }, body);
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
