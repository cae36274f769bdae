import { ApiError } from "../problem.ts";
import { createTurns } from "./turns.ts";

/** An IPFS gateway: the only host from which the service reads a collection. */
export interface Gateway {
  /**
   * Reads a file, completely. The time limit includes waiting for other reads.
   *
   * @param path as `parseIpfsUri` returns it.
   * @throws {ApiError} `drifter.not_found`, `collection.unusable` or `collection.unavailable`.
   */
  read(path: string, kind: FileKind): Promise<Buffer>;
  /** Ends open reads. */
  close(): void;
}

/** What a file may be. */
export interface FileKind {
  mostBytes: number;
  /** Media types, of which the gateway must name one; without them, it may name any. */
  mediaTypes?: readonly string[];
}

interface GatewayOptions {
  /** Ends with a slash. */
  url: string;
  timeoutMilliseconds: number;
}

/** Reads at once. */
const mostReads = 12;
const mostRedirects = 3;

export function createGateway({ url, timeoutMilliseconds }: GatewayOptions): Gateway {
  const inTurn = createTurns(mostReads);
  const closing = new AbortController();

  return {
    async read(path, kind) {
      const timeout = AbortSignal.timeout(timeoutMilliseconds);
      const signal = AbortSignal.any([timeout, closing.signal]);
      try {
        return await inTurn(() => readFile(new URL(url + path), kind, signal));
      } catch (error) {
        if (error instanceof ApiError) throw error;
        const reason = timeout.aborted ? `no answer in ${timeoutMilliseconds} ms` : reasonOf(error);
        throw unavailable(reason);
      }
    },
    close: () => closing.abort(),
  };
}

async function readFile(
  address: URL,
  { mostBytes, mediaTypes }: FileKind,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const response = await follow(address, mediaTypes, signal);
  try {
    if (response.status === 404 || response.status === 410) throw new ApiError("drifter.not_found");
    if (response.status !== 200) throw unavailable(`the gateway answered ${response.status}`);
    if (mediaTypes !== undefined && !mediaTypes.includes(mediaTypeOf(response))) {
      throw unusable(`a picture is not of the type ${mediaTypes.join(", ")}`);
    }
    return await readLimited(response, mostBytes);
  } catch (error) {
    // Closes the connection before the rest of the file.
    void response.body?.cancel().catch(() => undefined);
    throw error;
  }
}

/** Requests a file; follows redirects to the gateway's own host and its subdomains only. */
async function follow(
  address: URL,
  mediaTypes: readonly string[] = ["*/*"],
  signal: AbortSignal,
): Promise<Response> {
  const headers = { accept: mediaTypes.join(", ") };
  let at = address;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await fetch(at, { redirect: "manual", headers, signal });
    if (response.status < 300 || response.status >= 400) return response;
    await response.body?.cancel();
    const next = URL.parse(response.headers.get("location") ?? "", at.href);
    if (next === null || !isWithin(next, address)) throw unavailable("the gateway redirects away");
    at = next;
  }
  throw unavailable("the gateway redirects too often");
}

/** Some gateways redirect to a subdomain for each CID. */
function isWithin(target: URL, gateway: URL): boolean {
  if (target.protocol !== gateway.protocol || target.port !== gateway.port) return false;
  return target.hostname === gateway.hostname || target.hostname.endsWith(`.${gateway.hostname}`);
}

function mediaTypeOf({ headers }: Response): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

async function readLimited(response: Response, mostBytes: number): Promise<Buffer> {
  const tooLarge = () => unusable(`a file is larger than ${mostBytes / 1024} kB`);
  if (Number(response.headers.get("content-length")) > mostBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge();
  }
  return Buffer.concat(chunks);
}

/** A file that can never be shown; the reason is the end of a sentence. */
export function unusable(reason: string): ApiError {
  return new ApiError("collection.unusable", {
    detail: `The collection's files on IPFS cannot be shown: ${reason}.`,
  });
}

function unavailable(reason: string): ApiError {
  return new ApiError("collection.unavailable", { cause: new Error(reason) });
}

/** The error at the root, such as `connect ECONNREFUSED 127.0.0.1:8080`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
