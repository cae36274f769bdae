import { getCreateAddress } from "ethers";
import { z } from "zod";
import type { CollectionContract } from "#chain/collection";
import { collectionConfig } from "#collection/collection.config.ts";
import type { RunStep } from "../shared/commandLine/step.ts";
import { accountAt } from "./chain/localAccounts.ts";
import type { LocalChain } from "./chain/localChain.ts";
import { ReplayError, replayChain } from "./chain/replayChain.ts";
import { type ChainEntry, type SavedTransaction, savedTransactions } from "./chain/savedChain.ts";
import { replaceCode, writeSale } from "./fork/forkRecipe.ts";
import { type BuildingSite, baseURI, forkSchema, originSchema, type Recipe } from "./recipe.ts";
import { roles } from "./scenarios/scenarioFile.ts";

/** What a saved world needs besides its chain and its folders. */
export const worldFactsSchema = z.object({
  version: z.literal(1),
  savedAt: z.string(),
  contractAddress: z.string(),
  isChainDown: z.boolean(),
  paintedAtMost: z.int().optional(),
  startsAt: z.string().optional(),
  /** Snapshots of earlier versions lack it. */
  origin: originSchema.optional(),
  /** The collection that the chain continues from its block. */
  fork: forkSchema.optional(),
});
export type WorldFacts = z.infer<typeof worldFactsSchema>;

/** The parts of a running world that are saved. */
export interface SavableWorld {
  recipe: Recipe;
  contract: CollectionContract;
  chain: Pick<LocalChain, "journal">;
  /** Folder with `narratives`. */
  home: string;
}

export async function describeFacts(
  { origin, isChainDown, paintedAtMost, startsAt, fork }: Recipe,
  contract: CollectionContract,
): Promise<WorldFacts> {
  return {
    version: 1,
    savedAt: new Date().toISOString(),
    contractAddress: await contract.getAddress(),
    ...{ isChainDown, paintedAtMost, startsAt, origin, fork },
  };
}

/**
 * Rebuilds a saved world's chain, and notes differences.
 *
 * @throws {ReplayError}
 */
export async function replayWorld(
  site: BuildingSite,
  { facts, entries }: { facts: WorldFacts; entries: readonly ChainEntry[] },
  step: RunStep,
): Promise<CollectionContract> {
  const { chain, note, withNewContracts } = site;
  const send = chain.journal.request.bind(chain.journal);
  const { contractAddress, fork } = facts;
  const exchanged = await exchangeCode(site, contractAddress, entries);
  const { firstDifferent, failed } = await step("Replay its transactions", (onProgress) =>
    replayChain(send, entries, { exchanged, onProgress }),
  );
  if ((await chain.ethers.provider.getCode(contractAddress)) === "0x")
    throw new ReplayError(`The replayed chain has no contract at ${contractAddress}.`);
  const contract = await chain.ethers.getContractAt(collectionConfig.contract, contractAddress);
  if (firstDifferent !== undefined && !withNewContracts) {
    note(
      `Block hashes differ from block ${firstDifferent} on: a different version of this software saved the chain, or its file was edited.`,
    );
  }
  if (exchanged !== undefined) note(describeFailed(contract, entries, failed));
  if (fork !== undefined) {
    if (withNewContracts) await replaceCode(site, fork.live.contract);
    await writeSale(site.collection, contract, fork.live.phases);
  }
  return contract;
}

function describeFailed(
  contract: CollectionContract,
  entries: readonly ChainEntry[],
  failed: readonly SavedTransaction[],
): string {
  const count = savedTransactions(entries).length;
  const repeated = `The contract has changed, so its ${count} transactions were repeated on the new version`;
  const name = ({ input, value }: SavedTransaction) =>
    contract.interface.parseTransaction({ data: input, value })?.name ?? "a call it does not know";
  const names = [...new Set(failed.map(name))].join(", ");
  if (failed.length === 0) return `${repeated}: the same ones succeed.`;
  return `${repeated}: ${failed.length} of them now ${failed.length === 1 ? "fails" : "fail"} (${names}).`;
}

/** Replaces the creating transaction's code if the contracts have changed and `withNewContracts` is set. */
async function exchangeCode(
  { chain, withNewContracts, note }: BuildingSite,
  address: string,
  entries: readonly ChainEntry[],
) {
  const code = await creationCode(chain);
  const isCreation = ({ from, to, nonce }: SavedTransaction) =>
    to === null && getCreateAddress({ from, nonce: Number(nonce) }) === address;
  const creation = savedTransactions(entries).find(isCreation);
  if (creation === undefined || creation.input === code) return undefined;
  if (withNewContracts) return new Map([[creation, code]]);
  note("The chain has its own version of the contract, not the version in contracts/.");
  return undefined;
}

async function creationCode({ ethers }: LocalChain): Promise<string> {
  const factory = await ethers.getContractFactory(collectionConfig.contract);
  const signer = accountAt(await ethers.getSigners(), roles.signer);
  return (await factory.getDeployTransaction(baseURI, signer.address)).data;
}
