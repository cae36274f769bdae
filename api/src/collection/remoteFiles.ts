import { ApiError } from "../base/apiError.ts";
import { readResponse } from "../base/readBytes.ts";

/** Limits for a file. */
export interface FileKind {
  maxBytes: number;
  /** Accepted media types; if absent, any type is accepted. */
  mediaTypes?: readonly string[];
}

/** Reads a remote collection's files, only from the collection's own host. */
export interface RemoteFiles {
  /**
   * Resolves a URI in metadata: `data:`, an absolute or a relative URI. Maps `ipfs://`, `ar://` and other gateways'
   * URLs to the collection's own gateway. Returns undefined for a URI on a different host.
   */
  locate(uri: string): string | undefined;
  /**
   * Reads a complete file.
   *
   * @throws {ApiError} `token.not_found`, `collection.unusable` or `collection.unavailable`.
   */
  read(url: string, kind: FileKind): Promise<Buffer>;
}

const maxRedirects = 5;
/** Match content-addressed URIs; the first group is a CID or an Arweave transaction ID. */
const contentUris = {
  ipfs: [
    /^(?:ipfs:\/\/(?:ipfs\/)?|https?:\/\/[^/]+\/ipfs\/)([A-Za-z0-9]+)(\/.*)?$/,
    /^https?:\/\/([A-Za-z0-9]{46,})\.ipfs\.[^/]+(\/.*)?$/,
  ],
  arweave: [/^(?:ar|https?:\/\/[^/]+):?\/{1,2}([\w-]{43})(\/.*)?$/],
};

/** @param address ends with a slash: a folder, or `https://GATEWAY/ipfs/CID/`. */
export function createRemoteFiles(address: string, timeoutMilliseconds: number): RemoteFiles {
  const origin = `${new URL(address).origin}/`;
  const ipfs = /^.*?\/ipfs\//.exec(address)?.[0];
  const arweave = /^https?:\/\/[^/]+\/(?=[\w-]{43}\/)/.exec(address)?.[0];
  const start = ipfs ?? origin;
  const gateway = ipfs ?? arweave;
  const patterns = ipfs ? contentUris.ipfs : contentUris.arweave;

  return {
    locate(uri) {
      if (uri.startsWith("data:")) return uri;
      const match = patterns.map((pattern) => pattern.exec(uri)).find((found) => found !== null);
      const [, content, path = ""] = (gateway && match) || [];
      const url =
        content === undefined ? URL.parse(uri, address) : URL.parse(content + path, gateway);
      return url?.href.startsWith(start) ? url.href : undefined;
    },
    async read(url, kind) {
      try {
        return await readFile(url, kind, AbortSignal.timeout(timeoutMilliseconds));
      } catch (error) {
        if (error instanceof ApiError) throw error;
        // The root cause, such as `connect ECONNREFUSED 127.0.0.1:8080`.
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        throw new ApiError("collection.unavailable", { cause });
      }
    },
  };
}

async function readFile(
  url: string,
  { maxBytes, mediaTypes }: FileKind,
  signal: AbortSignal,
): Promise<Buffer> {
  const headers = { accept: mediaTypes?.join(", ") ?? "*/*" };
  const response = await fetchWithin(new URL(url), { headers, signal });
  try {
    if (response.status === 404 || response.status === 410) throw new ApiError("token.not_found");
    if (response.status !== 200) throw new Error(`the server returned status ${response.status}`);
    const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
    if (mediaTypes !== undefined && !mediaTypes.includes(type.trim().toLowerCase())) {
      throw unusable(`an image does not have the media type ${mediaTypes.join(", ")}`);
    }
    return await readResponse(response, maxBytes, () =>
      unusable(`a file is larger than ${maxBytes / 1024} kB`),
    );
  } catch (error) {
    // Closes the connection without reading the rest of the file.
    void response.body?.cancel().catch(() => undefined);
    throw error;
  }
}

/** Follows redirects within a host: some gateways redirect each CID to its own subdomain. */
async function fetchWithin(home: URL, options: RequestInit): Promise<Response> {
  let target = home;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(target, { ...options, redirect: "manual" });
    const location = response.headers.get("location");
    if (location === null || Math.floor(response.status / 100) !== 3) return response;
    await response.body?.cancel();
    target = new URL(location, target);
    const isSameHost = `.${target.hostname}`.endsWith(`.${home.hostname}`);
    if (!isSameHost || target.protocol !== home.protocol || target.port !== home.port) {
      throw new Error("the server redirects to a different host");
    }
  }
  throw new Error("the server redirects too often");
}

/** Creates the error for a file that can never be shown; the reason completes the sentence. */
export function unusable(reason: string): ApiError {
  return new ApiError("collection.unusable", {
    detail: `The collection's files cannot be shown: ${reason}.`,
  });
}
