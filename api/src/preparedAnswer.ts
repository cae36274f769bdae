import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A response whose bytes are prepared once, for many requests. */
export interface PreparedAnswer {
  status: number;
  /** Alternating names and values. */
  headers: readonly string[];
  body: Buffer | undefined;
}

/** A response cached for repeated reads. */
export interface Prepared {
  whole: PreparedAnswer;
  notModified: PreparedAnswer;
  etag: string;
  body: Buffer;
  /** The compressed response, made at its first request if compression helps. */
  compressed: (() => Promise<PreparedAnswer>) | undefined;
}

interface Content {
  body: Buffer;
  etag: string;
  /** JSON by default. */
  type?: string;
  /** Request headers beside Accept-Encoding on which the response depends. */
  vary?: string;
  /** By default, caches have to revalidate it each time. */
  cacheControl?: string;
  /** Value of the header `Link`. */
  link?: string | undefined;
}

const compress = promisify(gzip);
const leastBytesToCompress = 1_024;

/** Prepares a response that is sent as it is. */
export function prepare(content: Content): Prepared {
  const { body, etag, vary, link, cacheControl = "no-cache" } = content;
  const headers = ["ETag", etag, "Cache-Control", cacheControl];
  if (vary !== undefined) headers.push("Vary", vary);
  if (link !== undefined) headers.push("Link", link);
  return {
    whole: { status: 200, headers: [...headers, ...contentHeaders(content)], body },
    notModified: { status: 304, headers, body: undefined },
    etag,
    body,
    compressed: undefined,
  };
}

/** Prepares a response with a compressed form, made at its first request. */
export function prepareCompressible(content: Content): Prepared {
  if (content.body.length < leastBytesToCompress) return prepare(content);
  const vary = [content.vary, "Accept-Encoding"].filter((name) => name !== undefined).join(", ");
  const plain = prepare({ ...content, vary });
  let made: Promise<PreparedAnswer> | undefined;
  const make = async (): Promise<PreparedAnswer> => {
    const zipped = await compress(content.body);
    const headers = [...plain.notModified.headers, ...contentHeaders({ ...content, body: zipped })];
    headers.push("Content-Encoding", "gzip");
    return { status: plain.whole.status, headers, body: zipped };
  };
  return {
    ...plain,
    compressed() {
      made ??= make();
      return made;
    },
  };
}

function contentHeaders({ body, type = "application/json; charset=utf-8" }: Content): string[] {
  return ["Content-Type", type, "Content-Length", String(body.length)];
}

/** Returns a weak ETag of these bytes. */
export function weakTag(body: Buffer): string {
  return `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Chooses the form of a response that a request accepts. */
export function chooseAnswer(
  { headers }: { headers: IncomingHttpHeaders },
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
  request: { headers: IncomingHttpHeaders },
  response: ServerResponse,
  value: object,
  options: Pick<Content, "cacheControl"> = {},
): Promise<void> {
  const body = Buffer.from(JSON.stringify(value));
  const prepared = prepareCompressible({ body, etag: weakTag(body), ...options });
  sendPrepared(response, await chooseAnswer(request, prepared));
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
