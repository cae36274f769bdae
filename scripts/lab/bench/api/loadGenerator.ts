import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Load {
  url: string;
  /** Complete HTTP requests, sent in turn. */
  requests: readonly Buffer[];
  /** Expected status of every response. */
  status: number;
  /** Number of concurrent requests, each on its own connection. */
  connections: number;
}

/** Returns a complete request as bytes. */
export function requestBytes(
  url: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Buffer {
  const length = String(Buffer.byteLength(body ?? ""));
  const bodyHeaders = { "content-type": "application/json", "content-length": length };
  const lines = Object.entries({
    host: new URL(url).host,
    ...headers,
    ...(body === undefined ? {} : bodyHeaders),
  });
  const method = body === undefined ? "GET" : "POST";
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

/**
 * Sends all requests over connections that are kept, and returns how long each took, in milliseconds.
 * It implements a minimum of HTTP, so that it uses little CPU itself.
 */
export async function generateLoad({
  url,
  requests,
  status,
  connections,
}: Load): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const waiting = requests.values();
  const milliseconds: number[] = [];
  const clients = Array.from({ length: Math.min(connections, requests.length) }, async () => {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    await once(socket, "connect");
    try {
      for (const request of waiting) {
        const begun = performance.now();
        await exchange(socket, request, status);
        milliseconds.push(performance.now() - begun);
      }
    } finally {
      socket.destroy();
    }
  });
  await Promise.all(clients);
  return milliseconds;
}

/**
 * Sends one request, receives its complete response and returns the status.
 *
 * @param expected status that the response must have; any if undefined.
 */
export function exchange(socket: Socket, request: Buffer, expected?: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let missingBytes: number | undefined;
    let status = 0;
    const settle = (error?: Error) => {
      socket.off("data", take).off("error", settle).off("close", fail);
      if (error === undefined) resolve(status);
      else reject(error);
    };
    const fail = () => settle(new Error("The server closed a connection."));
    const take = (chunk: Buffer) => {
      try {
        if (missingBytes === undefined) {
          ({ status, missingBytes } = readHead(chunk, expected));
        }
      } catch (error) {
        return settle(error instanceof Error ? error : new Error(String(error)));
      }
      missingBytes -= chunk.length;
      if (missingBytes <= 0) settle();
    };
    if (socket.destroyed) return fail();
    socket.on("data", take).on("error", settle).on("close", fail);
    socket.write(request);
  });
}

/** Returns the status of a response and its length, head and body, from its first chunk. */
function readHead(
  piece: Buffer,
  expected: number | undefined,
): { status: number; missingBytes: number } {
  const headLength = piece.indexOf("\r\n\r\n") + 4;
  const head = piece.toString("latin1", 0, headLength);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  if (headLength < 4 || Number.isNaN(status) || status !== (expected ?? status)) {
    throw new Error(
      `Expected status ${expected ?? "and headers"}, but the response starts with: ${head.slice(0, 40)}`,
    );
  }
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
  if (length === undefined && status !== 304) throw new Error("A response has no Content-Length.");
  return { status, missingBytes: headLength + Number(length ?? 0) };
}
