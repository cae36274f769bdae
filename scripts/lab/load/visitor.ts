import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** A complete response. */
export interface VisitorAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The decompressed body. */
  body: Buffer;
}

/** A client that sends every request to one port. */
export interface Visitor extends Disposable {
  /** Sends a GET like a browser's; throws without a complete response. */
  get(path: string, headers?: Record<string, string>): Promise<VisitorAnswer>;
  post(path: string, body: string): Promise<VisitorAnswer>;
}

const longestWaitMilliseconds = 30_000;

/** Creates a client with keep-alive connections and without retries: over TLS with a certificate, else over HTTP. */
export function createVisitor(port: number, certificatePem?: string): Visitor {
  const { Agent, request } = certificatePem === undefined ? http : https;
  const tls = { ca: certificatePem, servername: "localhost" };
  const agent = new Agent({ keepAlive: true, ...(certificatePem !== undefined && tls) });
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
