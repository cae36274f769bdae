import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { DrifterId } from "#protocol/drifterId";
import { apiPaths, drifterPath } from "#protocol/paths";
import type { Settings } from "../env.ts";

/** A cache that takes purges, and the host under which it keeps the site. */
export type PurgeTarget = { purgeUrl: string } & Pick<Settings, "publicUrl">;

/** The cache may fetch the page before it answers, which the service then renders. */
const longestWaitMilliseconds = 5_000;

/**
 * Returns the paths of the pages and feeds on which everybody first meets a drifter's story. Pages that contain it
 * besides, such as results of a search, are left to expire.
 */
export function pathsWithStory(drifterId: DrifterId): string[] {
  return [
    `/drifter/${drifterId}`,
    "/",
    "/stories",
    apiPaths.atomFeed,
    apiPaths.jsonFeed,
    drifterPath(apiPaths.drifterAtomFeed, drifterId),
    drifterPath(apiPaths.drifterJsonFeed, drifterId),
  ];
}

/**
 * Has a cache drop its copy of a path, or replace it. Rejects unless the cache answers in time that it has done so, or
 * that it has no copy (404).
 */
export async function purgePath(
  { purgeUrl, publicUrl }: PurgeTarget,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const url = new URL(path, purgeUrl);
  const tooLate = AbortSignal.timeout(longestWaitMilliseconds);
  // Not fetch, which does not send another host than the URL's.
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const sent = request(url, {
    method: "PURGE",
    // Caches keep the copies of different hosts apart.
    headers: { host: new URL(publicUrl ?? purgeUrl).host },
    signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
  });
  // Safety: Node documents what it emits.
  const [response] = (await once(sent.end(), "response")) as [IncomingMessage];
  const { statusCode = 0 } = response;
  await once(response.resume(), "end");
  if ((statusCode >= 200 && statusCode < 300) || statusCode === 404) return;
  throw new Error(`The cache answered a purge with status ${statusCode}.`);
}
