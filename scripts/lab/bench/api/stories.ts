import { createHash } from "node:crypto";
import type { PrivateKeyAccount } from "viem";
import { localChainId, localContractAddress } from "#protocol/localWorld";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeMessage, ownershipMessage } from "#protocol/narrativeMessage";
import { narrativeHash } from "#service/stories";
import { createRandom } from "../../../shared/random.ts";

/** Returns an incompressible story of `bytes` bytes, determined by the seed. */
function storyOf(seed: string, bytes: number): string {
  const letters = createHash("shake256", { outputLength: bytes }).update(seed).digest("base64url");
  return `# ${seed}\n\n${letters.replace(/.{80}/g, "$& ")}`.slice(0, bytes);
}

/** Yields receipts of drifters 1 to `count` by many holders. */
export async function* receiptsOf(
  count: number,
  textBytes: number,
): AsyncGenerator<NarrativeRecord> {
  for (let index = 1; index <= count; index += 1) {
    const drifterId = String(index);
    const narrative = storyOf(drifterId, textBytes);
    yield {
      drifterId,
      narrative,
      signedMessage: ownershipMessage(drifterId, narrativeHash(narrative)),
      signature: `0x${narrativeHash(drifterId)}${narrativeHash(narrative)}1b`,
      author: `0x${narrativeHash(`holder ${index % 2_500}`).slice(0, 40)}`,
      savedAt: new Date(Date.UTC(2026, 0, 1) + index * 61_007).toISOString(),
      blockNumber: 20_000_000 + index,
      chainId: localChainId,
      contract: localContractAddress,
      revision: 1,
    };
  }
}

/** Returns a signed save of a new text for one of the drifters 1 to `drifters`. */
export async function signedSave(
  owner: PrivateKeyAccount,
  seed: string,
  { drifters, textBytes }: { drifters: number; textBytes: number },
): Promise<NarrativeSaveRequest> {
  const drifterId = String(1 + Math.floor(createRandom("drifter", seed).next() * drifters));
  const narrative = storyOf(seed, textBytes);
  const signedMessage = narrativeMessage(drifterId, narrative);
  const signature = await owner.signMessage({ message: signedMessage });
  return { drifterId, narrative, signedMessage, signature };
}
