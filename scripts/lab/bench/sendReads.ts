import { connect } from "node:net";

interface Reads {
  url: string;
  headers: Record<string, string>;
  /** Expected status of every response. */
  status: number;
  connections: number;
  amount: number;
}

const headEnd = Buffer.from("\r\n\r\n");

/**
 * Sends the same GET request `amount` times over keep-alive connections. It only looks for the end of each response, so
 * that one core of this process saturates a server on another: a server that waits for its client spends its CPU time
 * on waking up, which would be measured instead.
 *
 * @throws {Error} if a response has a different status or no `Content-Length`.
 */
export async function sendReads({ url, headers, status, connections, amount }: Reads) {
  const { hostname, port, pathname, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = [`GET ${pathname} HTTP/1.1`, ...lines, "", ""].join("\r\n");
  let left = amount;
  await Promise.all(Array.from({ length: connections }, run));

  function run(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let missing = 0;
    socket.once("connect", sendNext).once("error", reject);
    socket.on("data", (chunk) => {
      if (missing === 0) missing = countBytes(chunk);
      missing -= chunk.length;
      if (missing === 0) sendNext();
    });
    return promise;

    function sendNext(): void {
      left -= 1;
      if (left >= 0) socket.write(request);
      else socket.end(resolve);
    }

    /** Returns the length of the response that starts with this chunk. */
    function countBytes(chunk: Buffer): number {
      const head = chunk.toString("latin1", 0, chunk.indexOf(headEnd));
      const body = status === 304 ? "0" : /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (body === undefined || !head.startsWith(`HTTP/1.1 ${status} `)) {
        socket.destroy();
        reject(new Error(`${url}: unexpected response: ${head}`));
      }
      return head.length + headEnd.length + Number(body);
    }
  }
}
