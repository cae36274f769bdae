import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

/** A whole response, before anything of it is sent. */
export interface CapturedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * Holds back what a handler writes, and resolves with it when the handler ends the response. Resolves with undefined
 * when the body is larger than `maxBytes`, which is then sent as it is written, or when the client leaves before.
 */
export function captureResponse(
  response: ServerResponse,
  maxBytes: number,
): Promise<CapturedResponse | undefined> {
  const { promise, resolve } = Promise.withResolvers<CapturedResponse | undefined>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const own = { writeHead: response.writeHead, write: response.write, end: response.end };
  response.once("close", () => resolve(undefined));

  // Safety: these cover the calls of Express and of Node's streams.
  Object.assign(response, {
    writeHead(status: number) {
      response.statusCode = status;
      return response;
    },
    write(chunk: string | Uint8Array, encoding?: unknown, done?: unknown) {
      add(chunk, encoding);
      if (bytes > maxBytes) sendOn();
      const callback = [encoding, done].find((each) => typeof each === "function");
      if (callback) process.nextTick(callback);
      return true;
    },
    end(chunk?: unknown, encoding?: unknown) {
      if (typeof chunk === "string" || chunk instanceof Uint8Array) add(chunk, encoding);
      Object.assign(response, own);
      const { statusCode: status } = response;
      resolve({ status, headers: response.getHeaders(), body: Buffer.concat(chunks) });
      return response;
    },
  });
  return promise;

  function add(chunk: string | Uint8Array, encoding: unknown): void {
    // Safety: Node's types have each text that it accepts as an encoding.
    const coding = typeof encoding === "string" ? (encoding as BufferEncoding) : undefined;
    const part = typeof chunk === "string" ? Buffer.from(chunk, coding) : Buffer.from(chunk);
    chunks.push(part);
    bytes += part.length;
  }

  function sendOn(): void {
    Object.assign(response, own);
    for (const chunk of chunks.splice(0)) response.write(chunk);
    resolve(undefined);
  }
}
