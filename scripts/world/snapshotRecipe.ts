import { join } from "node:path";
import { getCreateAddress } from "ethers";
import type { LocalChain } from "./chain/localChain.ts";
import { accountAt } from "./parties.ts";
import { roles } from "./plan.ts";
import { type BuildingSite, baseURI, type Recipe } from "./recipe.ts";
import { replayChain, type SavedTransaction } from "./savedChain.ts";
import {
  copyNarratives,
  readSnapshot,
  type SavedWorld,
  SnapshotError,
  savedNarratives,
} from "./snapshots.ts";
import { readSummary, summaryDifferences } from "./worldSummary.ts";

/**
 * Rebuilds a world from its snapshot.
 *
 * @throws {SnapshotError}
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
      await step("Compare it with the snapshot", () => compare(site, { name, saved, firstOther }));
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

async function compare(
  { chain, note, withNewContracts }: BuildingSite,
  { name, saved, firstOther }: { name: string; saved: SavedWorld; firstOther: number | undefined },
): Promise<void> {
  const contract = await chain.ethers.getContractAt("FringeDrifters", saved.contractAddress);
  const { grave, slight } = summaryDifferences(saved.summary, await readSummary(chain, contract));
  if (grave.length > 0) {
    throw new SnapshotError(
      `The snapshot "${name}" could not be restored exactly: ${grave.join("; ")}. The running world is kept.`,
    );
  }
  if (withNewContracts) return;
  if (firstOther !== undefined) slight.unshift(`block hashes differ from block ${firstOther} on`);
  if (slight.length > 0) {
    note(
      `All drifters and owners were restored, but ${slight.join(", and ")}: the chain had been changed by more than transactions.`,
    );
  }
}
