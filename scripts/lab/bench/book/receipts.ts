import { type LocalAccount, mnemonicToAccount, privateKeyToAccount } from "viem/accounts";
import { localChainId, localContractAddress, localMnemonic } from "#protocol/localWorld";
import type { NarrativeRecord } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { narrativeHash } from "#service/stories";
import { createRandom, type Random } from "../../../shared/random.ts";
import type { Holding } from "./transferredCollection.ts";

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
      yield await signReceipt(wallet, {
        drifter,
        narrative: storyOf(random, drifter),
        savedAt: new Date(Date.UTC(2026, 0, revision) + drifter * 61_007),
        blockNumber: 20_000_000 + drifter,
        contract: localContractAddress,
        revision,
      });
    }
  }
}

/** Yields a signed receipt for each holding of a collection. */
export async function* receiptsOfHolders(
  contract: NarrativeRecord["contract"],
  holdings: readonly Holding[],
): AsyncGenerator<NarrativeRecord> {
  const wallets = new Map<number, LocalAccount>();
  for (const { account, drifter, block: blockNumber } of holdings) {
    const wallet =
      wallets.get(account) ?? mnemonicToAccount(localMnemonic, { addressIndex: account });
    wallets.set(account, wallet);
    const narrative = storyOf(createRandom("book", drifter), drifter);
    const savedAt = new Date(Date.UTC(2026, 0, 1) + drifter * 1_000);
    yield await signReceipt(wallet, {
      drifter,
      narrative,
      savedAt,
      blockNumber,
      contract,
      revision: 1,
    });
  }
}

interface Told
  extends Pick<NarrativeRecord, "narrative" | "blockNumber" | "contract" | "revision"> {
  drifter: number;
  savedAt: Date;
}

async function signReceipt(
  wallet: LocalAccount,
  { drifter, narrative, savedAt, ...others }: Told,
): Promise<NarrativeRecord> {
  const drifterId = String(drifter);
  const signedMessage = narrativeMessage(drifterId, narrative);
  return {
    drifterId,
    narrative,
    signedMessage,
    signature: await wallet.signMessage({ message: signedMessage }),
    author: wallet.address,
    savedAt: savedAt.toISOString(),
    chainId: localChainId,
    ...others,
  };
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
