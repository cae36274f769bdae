import type { PrivateKeyAccount } from "viem";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { textHash } from "../../../api/src/narratives/textHash.ts";
import { createRandom } from "../../collection/random.ts";

const words = ["dust", "lantern", "orbit", "salt", "drifter", "quiet", "engine", "map"] as const;

/** A story of so many bytes; each seed has its own, the same in every run. */
export function storyOf(seed: string, bytes: number): string {
  const random = createRandom("bench", seed);
  let text = `# ${textHash(seed)}\n\n`;
  // Numbers among the words, so that a database cannot fold the text to nothing.
  while (text.length < bytes)
    text += `${random.pick(words)} ${Math.floor(random.next() * 2 ** 32)} `;
  return text.slice(0, bytes);
}

/** The stories of a store that has been running for a while: drifters 1 to `count`, many holders. */
export async function* receiptsOf(
  count: number,
  textBytes: (drifterId: string) => number,
): AsyncGenerator<NarrativeRecord> {
  for (let index = 1; index <= count; index += 1) {
    const drifterId = String(index);
    const narrative = storyOf(drifterId, textBytes(drifterId));
    yield {
      drifterId,
      narrative,
      signedMessage: narrativeMessage(drifterId, narrative),
      signature: `0x${textHash(drifterId)}${textHash(narrative)}1b`,
      author: `0x${textHash(`holder ${index % 2_500}`).slice(0, 40)}`,
      savedAt: new Date(Date.UTC(2026, 0, 1) + index * 61_007).toISOString(),
      blockNumber: 20_000_000 + index,
      chainId: 31_337,
      contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
      revision: 1,
    };
  }
}

/** A new text for one of the drifters 1 to `drifters`, signed as a wallet does. */
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
