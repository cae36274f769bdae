import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { cachedRevision } from "./revisionTag.ts";

/** A complete response, captured before sending. */
interface CapturedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  isBrief?: boolean | undefined;
}

declare module "node:http" {
  interface ServerResponse {
    /**
     * Whether to store the response only briefly, because it depends on chain state other than
     * mints, or lacks data that could not be read.
     */
    isBrief?: boolean;
  }
}

/** A response with status 200 that any number of clients can share. */
export type StoredResponse = ReturnType<typeof createStoredResponse>;

interface ResponseVariant {
  headers: string[];
  /** A small body is stored as a Latin-1 string, which Node writes together with the headers. */
  body: Buffer | string;
}

/** Node writes longer strings more slowly. */
const maxStringBytes = 8_192;

const minBytesToCompress = 1_024;
const compressible = /^(text\/|application\/([\w.]+\+)?(json|xml)|image\/svg\+xml)/;
/** Memory for an entry's headers and objects, in bytes. */
const overheadBytes = 2_048;

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, brotliOptions),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
type Coding = keyof typeof compressors;

/**
 * Buffers what a handler writes, and resolves with it when the handler ends the response. Resolves with undefined if
 * the client disconnects first, or if the body exceeds `maxBytes`, which is then sent as written.
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

  // Safety: these overloads cover the calls by Express and Node's streams.
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
      const { statusCode: status, isBrief } = response;
      resolve({ status, headers: response.getHeaders(), body: Buffer.concat(chunks), isBrief });
      return response;
    },
  });
  return promise;

  function add(chunk: string | Uint8Array, encoding: unknown): void {
    // Safety: Node's types list every string that Node accepts as an encoding.
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

/** Returns whether the response may be shared: it is public and varies only by these headers. */
export function isStorable({ headers }: CapturedResponse): boolean {
  const vary = String(headers.vary ?? "").toLowerCase();
  const isSame = vary
    .split(/, ?/)
    .every((name) => ["", "accept", "accept-encoding"].includes(name));
  const isWhole = headers["set-cookie"] === undefined && headers["content-encoding"] === undefined;
  return isSame && isWhole && /\bpublic\b/.test(String(headers["cache-control"]));
}

/**
 * Creates a stored response, compressed once per requested coding, unless a strong ETag identifies these exact bytes.
 */
export function createStoredResponse(
  { headers, body, isBrief = false }: CapturedResponse,
  /** Route template. */
  route: string,
) {
  const { "content-type": type, "content-length": _, "x-request-id": _id, vary, ...rest } = headers;
  const etag = typeof headers.etag === "string" ? headers.etag : undefined;
  const isCompressible =
    body.length >= minBytesToCompress &&
    compressible.test(String(type)) &&
    headers["content-encoding"] === undefined &&
    etag?.startsWith('"') !== true;
  const varied = [vary, isCompressible ? "Accept-Encoding" : undefined].filter(Boolean).join(", ");
  const common = Object.entries(rest).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((each) => [name, String(each)]),
  );
  if (varied !== "") common.push("vary", varied);
  const whole = selectVariant(body);
  const variants = new Map<Coding, ResponseVariant | Promise<ResponseVariant>>();
  return {
    route,
    isBrief,
    etag,
    /** Revision in the ETag; 0 if the ETag contains none. */
    revision: cachedRevision({ "if-none-match": etag }),
    /** Whether clients that do not accept HTML receive a different response. */
    needsHtml: /\baccept(,|$)/i.test(String(vary ?? "")),
    /** Memory usage in bytes, including compressed variants. */
    bytes: overheadBytes + (isCompressible || typeof whole.body === "string" ? 2 : 1) * body.length,
    /** Sends the variant that a client accepts; returns a promise only if the variant must be compressed first. */
    sendTo(response: ServerResponse, wanted: IncomingHttpHeaders, requestId: string) {
      if (isFresh(wanted, etag, String(headers["last-modified"]))) {
        response.writeHead(304, [...common, "x-request-id", requestId]).end();
        return undefined;
      }
      const accepted = isCompressible ? wanted["accept-encoding"] : undefined;
      const coding = accepted === undefined ? undefined : selectCoding(accepted);
      const form = coding === undefined ? whole : (variants.get(coding) ?? compress(coding));
      if (form instanceof Promise) return form.then((made) => send(made, response, requestId));
      return send(form, response, requestId);
    },
  };

  function selectVariant(body: Buffer, coding?: Coding): ResponseVariant {
    const headers = [...common, "content-length", String(body.length)];
    if (type !== undefined) headers.push("content-type", String(type));
    if (coding !== undefined) headers.push("content-encoding", coding);
    return { headers, body: body.length > maxStringBytes ? body : body.toString("latin1") };
  }

  function compress(coding: Coding): Promise<ResponseVariant> {
    const form = compressors[coding](body).then((compressed) => {
      const made = selectVariant(compressed, coding);
      variants.set(coding, made);
      return made;
    });
    variants.set(coding, form);
    return form;
  }
}

function send(
  { headers, body }: ResponseVariant,
  response: ServerResponse,
  requestId: string,
): void {
  response.writeHead(200, [...headers, "x-request-id", requestId]).end(body, "latin1");
}

/**
 * Evaluates `If-None-Match` with weak comparison, or else `If-Modified-Since` (RFC 9110, section
 * 13.1). Dates must be equal, because removing a feed's newest story makes the feed's date earlier.
 */
function isFresh(
  { "if-none-match": header, "if-modified-since": since }: IncomingHttpHeaders,
  etag: string | undefined,
  lastModified: string,
): boolean {
  if (header === undefined)
    return since !== undefined && Date.parse(lastModified) === Date.parse(since);
  if (etag === undefined) return false;
  if (header === etag || header === "*") return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** Parses `Accept-Encoding` (RFC 9110, 12.5.3). */
function selectCoding(header: string): Coding | undefined {
  const accepted = new Map(
    header.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  const codings = Object.keys(compressors) as Coding[];
  return codings.find((coding) => accepted.get(coding) ?? accepted.get("*"));
}
