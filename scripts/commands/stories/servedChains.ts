import { computeChainHead, computeMerkleRoot } from "#protocol/stories/revisionChain";
import type { DrifterId } from "#protocol/values/drifterId";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { ChainHead, Checkpoint, TokenChain } from "#protocol/wire/responses";
import { checkpointSchema, tokenChainSchema } from "#protocol/wire/responses";
import { fetchAs, readHeads, SourceError } from "../../shared/servedRevisions.ts";

/** A service's revision chains, covered by one checkpoint. */
export interface ServedChains {
  checkpoint: Checkpoint;
  /**
   * Reads a token's chain and checks that the checkpoint commits to it.
   *
   * @returns undefined if the checkpoint covers no signed revisions of the token.
   * @throws {SourceError} if the service contradicts its checkpoint.
   */
  chain(drifterId: DrifterId): Promise<TokenChain | undefined>;
}

const attempts = 3;

/**
 * Reads a service's checkpoint and the heads that it covers.
 *
 * @throws {SourceError} if the service has no checkpoint, or contradicts itself.
 */
export async function readServedChains(origin: URL): Promise<ServedChains> {
  const { checkpoint, heads } = await readConsistent(origin);
  const byToken = new Map(heads.map((head) => [head.drifterId, head]));
  const cachedChain = new Map<DrifterId, Promise<TokenChain | undefined>>();
  return {
    checkpoint,
    chain(drifterId) {
      const chain = cachedChain.get(drifterId) ?? readChain(origin, byToken.get(drifterId));
      cachedChain.clear();
      // Copies contain each token's signed revisions consecutively.
      cachedChain.set(drifterId, chain);
      return chain;
    },
  };
}

/** A save between the two reads changes the root, so both reads are repeated. */
async function readConsistent(origin: URL) {
  for (let attempt = 1; ; attempt += 1) {
    const checkpoint = await fetchAs(new URL(apiPaths.checkpoint, origin), checkpointSchema);
    const heads = await readHeads(origin);
    if (computeMerkleRoot(heads) === checkpoint.root) return { checkpoint, heads };
    if (attempt === attempts) {
      throw new SourceError(
        `${origin} contradicts itself: its heads have the root ${computeMerkleRoot(heads)}, its checkpoint ${checkpoint.root}.`,
      );
    }
  }
}

async function readChain(
  origin: URL,
  head: ChainHead | undefined,
): Promise<TokenChain | undefined> {
  if (head === undefined) return undefined;
  const url = new URL(tokenPath(apiPaths.links, head.drifterId), origin);
  const chain = await fetchAs(url, tokenChainSchema);
  // The checkpoint does not cover revisions that were saved later.
  const links = chain.links.slice(0, head.revision);
  const served = computeChainHead(links);
  if (served?.hash === head.hash && served.drifterId === head.drifterId) return { ...chain, links };
  throw new SourceError(
    `${url} contradicts the checkpoint: its chain has the head ${served?.hash ?? "of no links"}, the checkpoint ${head.hash}.`,
  );
}
