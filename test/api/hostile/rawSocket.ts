import { createConnection, type Socket } from "node:net";

/** One HTTP answer as it came over the socket. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** A connection on which anything can be said. */
export interface RawSocket {
  socket: Socket;
  /** Resolves with every answer once the server has hung up, however it did. */
  answers: Promise<RawAnswer[]>;
}

/** Connects and writes bytes as they are; a text is taken as Latin-1. */
export function openRawSocket(url: string, sent: string | Buffer): RawSocket {
  const { hostname, port } = new URL(url);
  const chunks: Buffer[] = [];
  const socket = createConnection({ host: hostname, port: Number(port), allowHalfOpen: true });
  // A server that hangs up with bytes unread resets the connection; what it said before counts.
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("end", () => socket.end());
  socket.write(typeof sent === "string" ? Buffer.from(sent, "latin1") : sent);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const answers = closed.then(() => parseAnswers(Buffer.concat(chunks), sent));
  return { socket, answers };
}

/** Sends raw bytes and waits until the server has hung up. */
export async function exchange(url: string, sent: string | Buffer): Promise<RawAnswer[]> {
  return openRawSocket(url, sent).answers;
}

function parseAnswers(bytes: Buffer, sent: string | Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  const isHead = sent.toString("latin1").startsWith("HEAD");
  let rest = bytes;
  while (rest.length > 0) {
    const headEnd = rest.indexOf("\r\n\r\n");
    if (headEnd < 0) throw new Error(`No HTTP answer: ${rest.toString("latin1").slice(0, 200)}`);
    const [statusLine = "", ...lines] = rest.subarray(0, headEnd).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const headers = new Headers(lines.map((line) => splitHeader(line)));
    const start = headEnd + 4;
    const length = isHead ? 0 : Number(headers.get("content-length") ?? 0);
    if (headers.has("transfer-encoding")) throw new Error("Only whole answers are read here.");
    if (rest.length < start + length) throw new Error("The answer was cut short.");
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
