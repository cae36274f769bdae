import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A response whose bytes are prepared once per change. */
export interface PreparedAnswer {
  status: 200 | 304;
  /** Alternating names and values. */
  headers: readonly string[];
  body: Buffer | undefined;
}

/** A JSON response cached for repeated reads. */
export interface Prepared {
  whole: PreparedAnswer;
  notModified: PreparedAnswer;
  etag: string;
  body: Buffer;
  /** The compressed response, made at its first request if compression helps. */
  compressed: (() => Promise<PreparedAnswer>) | undefined;
}

const compress = promisify(gzip);
const leastBytesToCompress = 1_024;

/** Prepares a response that is never compressed. */
export function prepare(body: Buffer, etag: string): Prepared {
  const headers = ["ETag", etag, "Cache-Control", "no-cache"];
  return {
    whole: { status: 200, headers: [...headers, ...contentHeaders(body)], body },
    notModified: { status: 304, headers, body: undefined },
    etag,
    body,
    compressed: undefined,
  };
}

/** Prepares a response with a compressed form, made at its first request. Its weak ETag is the body's hash. */
export function prepareCompressible(body: Buffer): Prepared {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const plain = prepare(body, `W/"${digest}"`);
  if (body.length < leastBytesToCompress) return plain;
  const varying = (answer: PreparedAnswer): PreparedAnswer => ({
    ...answer,
    headers: [...answer.headers, "Vary", "Accept-Encoding"],
  });
  let made: Promise<PreparedAnswer> | undefined;
  const make = async () => {
    const zipped = await compress(body);
    const headers = [...plain.notModified.headers, ...contentHeaders(zipped)];
    return varying({
      status: 200,
      headers: [...headers, "Content-Encoding", "gzip"],
      body: zipped,
    });
  };
  return {
    ...plain,
    whole: varying(plain.whole),
    notModified: varying(plain.notModified),
    compressed() {
      made ??= make();
      return made;
    },
  };
}

/** Chooses the form of a response that a request asks for. */
export function chooseAnswer(
  { headers }: Pick<IncomingMessage, "headers">,
  prepared: Prepared,
): PreparedAnswer | Promise<PreparedAnswer> {
  if (isFresh(headers["if-none-match"], prepared.etag)) return prepared.notModified;
  if (prepared.compressed === undefined) return prepared.whole;
  return acceptsGzip(headers["accept-encoding"]) ? prepared.compressed() : prepared.whole;
}

/** Sends a prepared response; Node omits the body for HEAD. */
export function sendPrepared(
  response: ServerResponse,
  { status, headers, body }: PreparedAnswer,
): void {
  response.writeHead(status, [...headers]).end(body);
}

/** Sends a value as JSON, with an ETag and compressed if the client accepts it. */
export async function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  value: object,
): Promise<void> {
  const prepared = prepareCompressible(Buffer.from(JSON.stringify(value)));
  sendPrepared(response, await chooseAnswer(request, prepared));
}

function contentHeaders(body: Buffer): string[] {
  const type = "application/json; charset=utf-8";
  return ["Content-Type", type, "Content-Length", String(body.length)];
}

/** Evaluates `If-None-Match` (RFC 9110, 13.1.2): tags are compared weakly. */
function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === "*") return true;
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => strong(tag) === strong(etag));
}

/** Parses `Accept-Encoding` (RFC 9110, 12.5.3). */
function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? "").split(",").map((coding) => coding.split(";").map(trimmed));
  const named = codings.find(([name]) => name === "gzip") ?? codings.find(([name]) => name === "*");
  if (named === undefined) return false;
  return !named.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}

function trimmed(text: string): string {
  return text.trim().toLowerCase();
}
