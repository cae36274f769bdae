import { join } from "node:path";
import { getCreateAddress } from "ethers";
import type { LocalChain } from "./chain/localChain.ts";
import { accountAt } from "./parties.ts";
import { roles } from "./plan.ts";
import { type BuildingSite, baseURI, type Recipe } from "./recipe.ts";
import { replayChain, type SavedTransaction } from "./savedChain.ts";
import { copyNarratives, readSave, type SavedWorld, SaveError, savedNarratives } from "./saves.ts";
import { readSummary, summaryDifferences } from "./worldSummary.ts";

/**
 * A world as it was saved.
 *
 * @throws {SaveError}
 */
export async function saveRecipe(directory: string, name: string): Promise<Recipe> {
  const saved = await readSave(directory, name);
  return {
    name,
    folder: join("worlds", name),
    isChainDown: saved.isChainDown,
    paintedAtMost: saved.paintedAtMost,
    async carryOut(site, step) {
      const firstOther = await step("Send its transactions again", async (onProgress) =>
        replayChain(site.chain, saved.chain, {
          exchange: await exchangeCode(site, saved),
          onProgress,
        }),
      );
      const { chain, narratives } = site;
      const contract = await chain.ethers.getContractAt("FringeDrifters", saved.contractAddress);
      await step("Look whether it is the same", () => compare(site, { name, saved, firstOther }));
      await step("Bring its stories", () =>
        copyNarratives(savedNarratives(directory, name), narratives),
      );
      return contract;
    },
  };
}

/** How the collection is created when the contracts have changed since: from what is compiled now, if that matters more. */
async function exchangeCode({ chain, withNewContracts, note }: BuildingSite, saved: SavedWorld) {
  const code = await creationCode(chain);
  const isCreation = ({ from, to, nonce }: SavedTransaction) =>
    to === null && getCreateAddress({ from, nonce: Number(nonce) }) === saved.contractAddress;
  const creation = saved.chain.flatMap(({ transactions }) => transactions).find(isCreation);
  if (creation === undefined || creation.input === code) return undefined;
  if (!withNewContracts) {
    note("Its contract is the one it was saved with; those in contracts/ are others by now.");
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
    throw new SaveError(
      `The save "${name}" did not come back as it was: ${grave.join("; ")}. The world is as it was before.`,
    );
  }
  if (withNewContracts) return;
  if (firstOther !== undefined) slight.unshift(`other hashes from block ${firstOther} on`);
  if (slight.length > 0) {
    note(
      `It has all drifters and owners, but ${slight.join(", and ")}: not only transactions had changed its chain.`,
    );
  }
}
