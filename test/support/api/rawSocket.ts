import { createConnection } from "node:net";

/** An HTTP response read from the socket. */
export interface RawResponse {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** Connects and writes bytes; strings are Latin-1. `answers` resolves once the connection is closed or reset. */
export function openRawSocket(url: string, sent: string | Buffer) {
  const { hostname, port } = new URL(url);
  const chunks: Buffer[] = [];
  const socket = createConnection({ host: hostname, port: Number(port), allowHalfOpen: true });
  // A server that closes with unread bytes resets the connection; earlier responses still count.
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("end", () => socket.end());
  socket.write(typeof sent === "string" ? Buffer.from(sent, "latin1") : sent);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const answers = closed.then(() => parseResponses(Buffer.concat(chunks), sent));
  return { socket, answers };
}

/** Sends raw bytes and waits until the server closes the connection. */
export async function exchange(url: string, sent: string | Buffer): Promise<RawResponse[]> {
  return openRawSocket(url, sent).answers;
}

function parseResponses(bytes: Buffer, sent: string | Buffer): RawResponse[] {
  const answers: RawResponse[] = [];
  const isHead = sent.toString("latin1").startsWith("HEAD");
  let rest = bytes;
  while (rest.length > 0) {
    const headEnd = rest.indexOf("\r\n\r\n");
    if (headEnd < 0)
      throw new Error(`Not an HTTP response: ${rest.toString("latin1").slice(0, 200)}`);
    const [statusLine = "", ...lines] = rest.subarray(0, headEnd).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const headers = new Headers(lines.map((line) => splitHeader(line)));
    const start = headEnd + 4;
    const length = isHead ? 0 : Number(headers.get("content-length") ?? 0);
    if (headers.has("transfer-encoding")) throw new Error("Chunked responses are not supported.");
    if (rest.length < start + length) throw new Error("The response was truncated.");
    if (status !== 100)
      answers.push({ status, headers, body: rest.subarray(start, start + length) });
    rest = rest.subarray(start + length);
  }
  return answers;
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
