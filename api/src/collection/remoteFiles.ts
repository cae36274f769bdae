import { ApiError } from "../problem.ts";
import { createTurns } from "./turns.ts";

/** What a file may be. */
export interface FileKind {
  maxBytes: number;
  /** Media types, of which the server must name one; without them, it may name any. */
  mediaTypes?: readonly string[];
}

/** The files of a collection at an address, the only host from which the service reads one. */
export interface RemoteFiles {
  /** The URL of what metadata names: an absolute or relative URI, or `ipfs://` at a gateway; undefined if it is elsewhere. */
  locate(uri: string): string | undefined;
  /**
   * Reads a file, completely. The time limit includes waiting for other reads.
   *
   * @throws {ApiError} `drifter.not_found`, `collection.unusable` or `collection.unavailable`.
   */
  read(url: string, kind: FileKind): Promise<Buffer>;
  /** Ends open reads. */
  close(): void;
}

/** Reads at once. */
const maxReads = 12;
const maxRedirects = 5;
const ipfsUri = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]+(?:\/.*)?)$/;

/** @param address ends with a slash: a folder, or `https://GATEWAY/ipfs/CID/`. */
export function createRemoteFiles(address: string, timeoutMilliseconds: number): RemoteFiles {
  const inTurn = createTurns(maxReads);
  const closing = new AbortController();
  const gateway = /^.*?\/ipfs\//.exec(address)?.[0];
  const start = gateway ?? `${new URL(address).origin}/`;

  return {
    locate(uri) {
      const [, path] = ipfsUri.exec(uri) ?? [];
      const isReadable = path === undefined || gateway !== undefined;
      const url = isReadable
        ? URL.parse(path ?? uri, path === undefined ? address : gateway)
        : null;
      return url?.href.startsWith(start) ? url.href : undefined;
    },
    async read(url, kind) {
      const timeout = AbortSignal.timeout(timeoutMilliseconds);
      const signal = AbortSignal.any([timeout, closing.signal]);
      try {
        return await inTurn(() => readFile(url, kind, signal));
      } catch (error) {
        if (error instanceof ApiError) throw error;
        throw unavailable(
          timeout.aborted ? `no answer in ${timeoutMilliseconds} ms` : reasonOf(error),
        );
      }
    },
    close: () => closing.abort(),
  };
}

async function readFile(
  url: string,
  { maxBytes, mediaTypes }: FileKind,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const headers = { accept: mediaTypes?.join(", ") ?? "*/*" };
  const response = await fetchWithin(new URL(url), { headers, signal });
  try {
    if (response.status === 404 || response.status === 410) throw new ApiError("drifter.not_found");
    if (response.status !== 200) throw unavailable(`it answered ${response.status}`);
    const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
    if (mediaTypes !== undefined && !mediaTypes.includes(type.trim().toLowerCase())) {
      throw unusable(`a picture is not of the type ${mediaTypes.join(", ")}`);
    }
    return await readLimited(response, maxBytes);
  } catch (error) {
    // Closes the connection before the rest of the file.
    void response.body?.cancel().catch(() => undefined);
    throw error;
  }
}

/** Follows redirects within a host: some gateways redirect to a subdomain for each CID. */
async function fetchWithin(home: URL, options: RequestInit): Promise<Response> {
  let target = home;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(target, { ...options, redirect: "manual" });
    const location = response.headers.get("location");
    if (location === null || Math.floor(response.status / 100) !== 3) return response;
    await response.body?.cancel();
    target = new URL(location, target);
    if (!isWithin(target, home)) throw unavailable("it redirects away");
  }
  throw unavailable("it redirects too often");
}

function isWithin(target: URL, home: URL): boolean {
  if (target.protocol !== home.protocol || target.port !== home.port) return false;
  return target.hostname === home.hostname || target.hostname.endsWith(`.${home.hostname}`);
}

async function readLimited(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw unusable(`a file is larger than ${maxBytes / 1024} kB`);
  }
  return Buffer.concat(chunks);
}

/** A file that can never be shown; the reason is the end of a sentence. */
export function unusable(reason: string): ApiError {
  return new ApiError("collection.unusable", {
    detail: `The collection's files cannot be shown: ${reason}.`,
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
