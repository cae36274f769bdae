import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** A complete response. */
export interface ClientResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The decompressed body. */
  body: Buffer;
}

/** Sends every request to one port; rejects without a complete response within 30 s. */
export interface Client extends Disposable {
  get(path: string, headers?: Record<string, string>): Promise<ClientResponse>;
  post(path: string, body: string, headers?: Record<string, string>): Promise<ClientResponse>;
}

const timeoutMilliseconds = 30_000;

/** Creates a client of 127.0.0.1 with keep-alive connections and without retries: over TLS with a certificate, else over HTTP. */
export function createClient(port: number, certificatePem?: string): Client {
  const { Agent, request } = certificatePem === undefined ? http : https;
  const tls = { ca: certificatePem, servername: "localhost" };
  const agent = new Agent({ keepAlive: true, ...(certificatePem !== undefined && tls) });

  async function send(path: string, headers: Record<string, string>, body?: string) {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const method = body === undefined ? "GET" : "POST";
    const allHeaders = { host: `localhost:${port}`, ...headers };
    const options = { host: "127.0.0.1", port, agent, path, method, headers: allHeaders, signal };
    const [response] = await once(request(options).end(body), "response");
    const bytes = await buffer(response);
    const isCompressed = response.headers["content-encoding"] === "gzip";
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isCompressed ? await promisify(gunzip)(bytes) : bytes,
    };
  }

  return {
    get: (path, headers) => send(path, { accept: "*/*", "accept-encoding": "gzip", ...headers }),
    post: (path, body, headers) => {
      const length = String(Buffer.byteLength(body));
      const own = { "content-type": "application/json", "content-length": length };
      return send(path, { ...own, ...headers }, body);
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
