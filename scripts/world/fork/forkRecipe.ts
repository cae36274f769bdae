import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Recipe } from "../recipe.ts";
import { replaceCode, replaceSigner } from "./changeContract.ts";
import { continueSequence, importStories } from "./copyRecords.ts";
import type { LiveCollection } from "./liveCollection.ts";
import { findSources } from "./sources.ts";

/** What the person who forks may choose. */
export interface ForkOptions {
  /** Origin of the live service; by default that of the base URI, if the service's metadata are there. */
  stories?: string | undefined;
  /** Gateway for a base URI on IPFS. */
  gateway?: string | undefined;
  /** Whether the last build's code replaces the live contract's. */
  replacesCode: boolean;
}

const policyFile = "mintPolicy.json";
/** Drifters that each wallet may mint in each phase, as far as the contract allows. */
const perWallet = 10_000;

/** Continues a live collection on a local chain, with a local signer, its stories and its portraits. */
export function forkRecipe(live: LiveCollection, options: ForkOptions): Recipe {
  const { rpcUrl, chainId, blockNumber, contract: address, owner } = live;
  const sources = findSources(live.baseURI, options);
  return {
    name: `fork of chain ${chainId} at block ${blockNumber}`,
    folder: "fork",
    fork: { rpcUrl, blockNumber },
    isChainDown: false,
    paintedAtMost: undefined,
    serviceVariables: ({ collection }) => ({
      MINT_POLICY: join(collection, policyFile),
      ...sources.portraits,
    }),
    async runCommand({ chain, narratives, collection, withNewContracts, note }, step) {
      const contract = await chain.ethers.getContractAt("FringeDrifters", address);
      note(
        `The contract is ${address}, its owner ${owner}. Commands such as npm run trace find it with CONTRACT_ADDRESS=${address}.`,
      );
      const signer = await step("Replace its signer", () => replaceSigner(chain, contract, owner));
      note(`The local account ${signer} signs its mints.`);
      if (withNewContracts || options.replacesCode) {
        await step("Replace its code", () => replaceCode(chain, address));
        note("It has the code of contracts/ with the storage of the live contract.");
      }
      await writePolicy(collection, live.phases);
      await continueSequence(narratives, { contract: address, signer });
      const { origin } = sources;
      if (origin !== undefined) {
        const count = await step("Import its stories", (onProgress) =>
          importStories(narratives, origin, onProgress),
        );
        note(`It has ${count} versions of stories from ${origin}.`);
      }
      for (const sentence of sources.missing) note(sentence);
      return contract;
    },
  };
}

/** Opens every phase to every wallet. */
async function writePolicy(collection: string, names: readonly string[]): Promise<void> {
  const phases = Object.fromEntries(names.map((name) => [name, { kind: "open", perWallet }]));
  await writeFile(join(collection, policyFile), JSON.stringify({ phases }));
}
