import type { FringeDrifters } from "#chain/FringeDrifters";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import type { LocalChain } from "../chain/localChain.ts";
import type { Tale } from "../collection/tales.ts";
import type { ReportProgress } from "./startWorld.ts";

interface PublishOptions {
  apiUrl: string;
  chain: LocalChain;
  contract: FringeDrifters;
  tales: readonly Tale[];
  onProgress?: ReportProgress;
}

/**
 * Posts each tale through the API, signed by the drifter's owner.
 * A drifter that has a story already keeps it, and one whose story was taken down stays silent.
 *
 * @returns how many were posted now.
 */
export async function publishTales(options: PublishOptions): Promise<number> {
  const { apiUrl, tales, onProgress } = options;
  let published = 0;
  for (const [index, tale] of tales.entries()) {
    const existing = await fetch(`${apiUrl}/api/narrative/${tale.drifterId}`);
    if (existing.status === 404 && (await publish(tale, options))) published++;
    onProgress?.({ done: index + 1, total: tales.length });
  }
  return published;
}

async function publish(
  { drifterId, narrative }: Tale,
  { apiUrl, chain, contract }: PublishOptions,
): Promise<boolean> {
  const owner = await chain.ethers.getSigner(await contract.ownerOf(drifterId));
  const signedMessage = narrativeMessage(drifterId, narrative);
  // Safety: a signature from ethers always begins with 0x.
  const signature = (await owner.signMessage(signedMessage)) as `0x${string}`;
  const body: NarrativeSaveRequest = { drifterId, narrative, signedMessage, signature };
  const response = await fetch(`${apiUrl}/api/narrative/${drifterId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const takenDownBefore = response.status === 409;
  if (!response.ok && !takenDownBefore) {
    throw new Error(`The tale of drifter ${drifterId} was refused: ${await response.text()}`);
  }
  return response.ok;
}
