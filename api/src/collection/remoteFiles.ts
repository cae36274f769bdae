import { parseIpfsUri } from "./ipfsUri.ts";

/** A place from which the service reads the files of a collection. */
export interface RemoteFiles {
  /** Precedes each path; ends with a slash. */
  url: string;
  /** Returns the path of a URI's file; undefined if it is elsewhere. */
  pathOf(uri: string): string | undefined;
  /** The place in a sentence: “on IPFS”. */
  place: string;
  /** The variable that names the place. */
  variable: string;
}

/** Files on IPFS, read through a gateway. */
export function filesOnIpfs(gateway: string): RemoteFiles {
  return { url: gateway, pathOf: parseIpfsUri, place: "on IPFS", variable: "IPFS_GATEWAY" };
}

/** Files of an origin, such as https://drifters.example; relative URIs are relative to it. */
export function filesAt(origin: string): RemoteFiles {
  return {
    url: `${origin}/`,
    pathOf(uri) {
      const url = URL.parse(uri, origin);
      return url?.origin === origin ? `${url.pathname}${url.search}`.slice(1) : undefined;
    },
    place: `at ${origin}`,
    variable: "COLLECTION_ORIGIN",
  };
}
