import { privateKeyToAccount } from "viem/accounts";
import { localChainId, localContractAddress } from "#protocol/localWorld";
import type { NarrativeRecord } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { narrativeHash } from "#service/stories";
import { createRandom, type Random } from "../../../shared/random.ts";

/** Number of wallets that sign the stories. */
const owners = 500;
/** Share of drifters whose story replaced an earlier version. */
const shareRewritten = 0.25;
const vocabulary = 20_000;

/** Yields signed receipts of drifters 1 to `count`: some were rewritten once, and the texts are like prose. */
export async function* signedReceipts(count: number): AsyncGenerator<NarrativeRecord> {
  const wallets = Array.from({ length: Math.min(owners, count) }, (_, index) =>
    privateKeyToAccount(`0x${narrativeHash(`owner ${index}`)}`),
  );
  for (let drifter = 1; drifter <= count; drifter += 1) {
    const random = createRandom("book", drifter);
    const revisions = random.chance(shareRewritten) ? 2 : 1;
    const wallet = wallets[drifter % wallets.length];
    for (let revision = 1; wallet && revision <= revisions; revision += 1) {
      const drifterId = String(drifter);
      const narrative = storyOf(random, drifter);
      const signedMessage = narrativeMessage(drifterId, narrative);
      yield {
        drifterId,
        narrative,
        signedMessage,
        signature: await wallet.signMessage({ message: signedMessage }),
        author: wallet.address,
        savedAt: new Date(Date.UTC(2026, 0, revision) + drifter * 61_007).toISOString(),
        blockNumber: 20_000_000 + drifter,
        chainId: localChainId,
        contract: localContractAddress,
        revision,
      };
    }
  }
}

/** A heading and paragraphs of 150 to 500 words, most of them common ones, with a link to another drifter. */
function storyOf(random: Random, drifter: number): string {
  const words = Array.from({ length: Math.floor(random.between(150, 500)) }, (_, index) => {
    // Squared twice, so that few words are frequent, as in prose.
    const word = wordOf(Math.floor(random.next() ** 4 * vocabulary));
    return index % 60 === 59 ? `${word}.\n\n` : word;
  });
  return `# ${wordOf(drifter)} of the Fringe\n\n${words.join(" ")}\n\nSeen by **Drifter ${1 + (drifter % 97)}**.\n`;
}

const syllables = ["an", "bor", "ce", "dun", "el", "fir", "go", "hal", "is", "ka", "lom", "mer"];

function wordOf(number: number): string {
  let word = "";
  for (let rest = number + 1; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length];
  }
  return word;
}
