import { join } from "node:path";
import { getCreateAddress } from "ethers";
import type { LocalChain } from "./chain/localChain.ts";
import { accountAt } from "./parties.ts";
import { roles } from "./plan.ts";
import { type BuildingSite, baseURI, type Recipe } from "./recipe.ts";
import { replayChain, type SavedTransaction } from "./savedChain.ts";
import { copyNarratives, readSnapshot, type SavedWorld, savedNarratives } from "./snapshots.ts";

/**
 * Rebuilds a world from its snapshot.
 *
 * @throws {SnapshotError} of `readSnapshot`.
 */
export async function snapshotRecipe(directory: string, name: string): Promise<Recipe> {
  const saved = await readSnapshot(directory, name);
  return {
    name,
    folder: join("worlds", name),
    isChainDown: saved.isChainDown,
    paintedAtMost: saved.paintedAtMost,
    async runCommand(site, step) {
      const firstOther = await step("Replay its transactions", async (onProgress) =>
        replayChain(site.chain, saved.chain, {
          exchange: await exchangeCode(site, saved),
          onProgress,
        }),
      );
      const { chain, narratives } = site;
      const contract = await chain.ethers.getContractAt("FringeDrifters", saved.contractAddress);
      if (firstOther !== undefined && !site.withNewContracts) {
        site.note(
          `Block hashes differ from block ${firstOther} on: the chain had been changed by more than transactions.`,
        );
      }
      await step("Copy its stories", () =>
        copyNarratives(savedNarratives(directory, name), narratives),
      );
      return contract;
    },
  };
}

/** Replaces the code of the creating transaction if the contracts have changed and `withNewContracts` is set. */
async function exchangeCode({ chain, withNewContracts, note }: BuildingSite, saved: SavedWorld) {
  const code = await creationCode(chain);
  const isCreation = ({ from, to, nonce }: SavedTransaction) =>
    to === null && getCreateAddress({ from, nonce: Number(nonce) }) === saved.contractAddress;
  const creation = saved.chain.flatMap(({ transactions }) => transactions).find(isCreation);
  if (creation === undefined || creation.input === code) return undefined;
  if (!withNewContracts) {
    note("The snapshot has its own version of the contract, not the one in contracts/.");
    return undefined;
  }
  return (transaction: SavedTransaction) => (transaction === creation ? code : undefined);
}

async function creationCode({ ethers }: LocalChain): Promise<string> {
  const factory = await ethers.getContractFactory("FringeDrifters");
  const signer = accountAt(await ethers.getSigners(), roles.signer);
  return (await factory.getDeployTransaction(baseURI, signer.address)).data;
}
