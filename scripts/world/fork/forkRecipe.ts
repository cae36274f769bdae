import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toQuantity, ZeroAddress } from "ethers";
import { pino } from "pino";
import { type Address, formatEther, getAddress } from "viem";
import type { CollectionContract } from "#chain/collection";
import { collectionConfig } from "#collection/collection.config.ts";
import { localChainId } from "#protocol/chain/localWorld";
import { apiPaths, tokenPathPrefix } from "#protocol/wire/paths";
import type { SignedRevision } from "#protocol/wire/responses";
import { Authorizations, openRecords } from "#service/authorizations";
import { FolderStore } from "#service/stories";
import type { ReportProgress } from "../../shared/commandLine/step.ts";
import { readServedRevisions } from "../../shared/servedRevisions.ts";
import { accountAt } from "../chain/localAccounts.ts";
import type { LocalChain } from "../chain/localChain.ts";
import { runtimeCode } from "../chain/signAs.ts";
import type { BuildingSite, Fork, Recipe } from "../recipe.ts";
import { roles } from "../scenarios/scenarioFile.ts";
import type { ServiceVariables } from "../service.ts";
import type { LiveCollection } from "./liveCollection.ts";

/** Options for a fork. */
export type ForkOptions = Fork["options"];

const saleFile = "sale.json";
/** Tokens that each wallet may mint in each phase, as far as the contract allows. */
const perWallet = 10_000;

/** Continues a live collection on a local chain, with a local signer, its stories and its portraits. */
export function forkRecipe(live: LiveCollection, options: ForkOptions): Recipe {
  const { chainId, blockNumber, contract: address, owner } = live;
  const sources = findSources(live.baseURI, options);
  return {
    name: `fork of chain ${chainId} at block ${blockNumber}`,
    folder: "fork",
    origin: { kind: "fork" },
    fork: { live, options },
    isChainDown: false,
    paintedAtMost: undefined,
    serviceVariables: ({ collection }) => ({
      SALE_FILE: join(collection, saleFile),
      ...sources.portraits,
    }),
    async fill({ chain, narratives, collection, withNewContracts, note }, step) {
      const contract = await chain.ethers.getContractAt(collectionConfig.contract, address);
      note(
        `The contract is ${address}, its owner ${owner}. Commands such as npm run trace find it with CONTRACT_ADDRESS=${address}.`,
      );
      const signer = await step("Replace its signer", () => replaceSigner(chain, contract, owner));
      note(`The local account ${signer} signs its mints.`);
      if (withNewContracts || options.replacesCode) {
        await step("Replace its code", () => replaceCode({ chain, note }, address));
      }
      await writeSale(collection, contract, live.phases);
      await advanceSequence(narratives, { contract: address, signer });
      const { origin } = sources;
      if (origin !== undefined) {
        const count = await step("Import its stories", (onProgress) =>
          importStories(narratives, origin, onProgress),
        );
        note(`The fork has ${count} story versions from ${origin}.`);
      }
      for (const sentence of sources.missing) note(sentence);
      return contract;
    },
  };
}

/** Opens every phase to every wallet, at the live price. */
export async function writeSale(
  collection: string,
  contract: CollectionContract,
  names: readonly string[],
): Promise<void> {
  const price = formatEther(await contract[collectionConfig.priceFunction]());
  const phases = [];
  for (const name of names) {
    const [startingPoint, endPoint] = (await contract.AllPhases(name)).map(Number);
    // A new collection's first phase has no name and no IDs.
    if (startingPoint === endPoint) continue;
    phases.push({ name, startingPoint, endPoint, price, maxPerMint: perWallet, perWallet });
  }
  await writeFile(join(collection, saleFile), JSON.stringify({ phases }));
}

/** Sources of a live collection's stories and portraits. */
export interface LiveSources {
  /** Origin of the live service. */
  origin: string | undefined;
  /** Variables with which the local service reads metadata and portraits. */
  portraits: ServiceVariables;
  /** One sentence per unknown source. */
  missing: readonly string[];
}

interface KnownSources {
  /** Origin of the live service. */
  stories?: string | undefined;
  /** Gateway to IPFS. */
  gateway?: string | undefined;
}

/**
 * Derives the sources from the contract's base URI, which is on IPFS, below an origin, or relative
 * to the live service's origin. Metadata at the service's own path reveal its origin.
 *
 * @param baseURI undefined while nothing is minted.
 */
export function findSources(
  baseURI: string | undefined,
  { stories, gateway }: KnownSources,
): LiveSources {
  const isOnIpfs = /^ipfs:/i.test(baseURI ?? "");
  const base = isOnIpfs || baseURI === undefined ? null : URL.parse(baseURI, stories);
  const isServed = base?.pathname === tokenPathPrefix(apiPaths.metadata);
  const origin = stories ?? (isServed ? base.origin : undefined);
  const missing: string[] = [];
  if (origin === undefined) {
    missing.push("No stories were imported: pass the live service with --stories URL.");
  }
  if (isOnIpfs && gateway === undefined) {
    missing.push("The portraits are on IPFS: pass --gateway URL to show them.");
  }
  if (!isOnIpfs && base === null && baseURI !== undefined) {
    missing.push(`The fork has no portraits: the base URI is "${baseURI}".`);
  }
  const address = isOnIpfs
    ? gateway && baseURI?.replace(/^ipfs:\/\/(ipfs\/)?/i, gateway)
    : base?.href;
  const portraits = address ? { COLLECTION_DIR: "", COLLECTION_ORIGIN: address } : {};
  return { origin, portraits, missing };
}

/** Balance in wei, sufficient for any number of transactions. */
const ownersBalance = 10n ** 20n;

/**
 * Makes a local account the signer of mint authorizations, with a call by the owner: the node sends the call without
 * the owner's key, even if the owner is a contract. From then on, the node can send the owner's transactions.
 *
 * @returns the signer's address.
 */
async function replaceSigner(
  { ethers }: LocalChain,
  contract: CollectionContract,
  owner: string,
): Promise<Address> {
  const signer = accountAt(await ethers.getSigners(), roles.signer);
  await ethers.provider.send("hardhat_impersonateAccount", [owner]);
  await ethers.provider.send("hardhat_setBalance", [owner, toQuantity(ownersBalance)]);
  await contract.connect(await ethers.getSigner(owner)).adjustSigner(signer.address);
  return getAddress(signer.address);
}

/** Replaces the collection's code with the last build's code, and preserves the storage. */
export async function replaceCode(
  { chain, note }: Pick<BuildingSite, "chain" | "note">,
  address: string,
): Promise<void> {
  // Only the constructor's immutables are part of the code. EIP-712's immutables are recomputed at a different address.
  const code = await runtimeCode(chain, collectionConfig.contract, ["", ZeroAddress]);
  await chain.ethers.provider.send("hardhat_setCode", [address, code]);
  note("The fork runs the code in contracts/ on the live contract's storage.");
}

/**
 * Copies all story versions from a live service into an empty folder. The copies get the fork's
 * chain ID, because the fork contains the blocks that they refer to.
 *
 * @returns the number of versions.
 * @throws {SourceError}
 */
async function importStories(
  narratives: string,
  origin: string,
  onProgress: ReportProgress,
): Promise<number> {
  const store = await FolderStore.open(narratives, pino({ level: "warn" }, process.stderr));
  try {
    return await store.restore(onThisChain(readServedRevisions(new URL(origin), { onProgress })));
  } finally {
    await store.close();
  }
}

async function* onThisChain(revisions: AsyncIterable<SignedRevision>) {
  for await (const signed of revisions) yield { ...signed, chainId: localChainId };
}

/** Above the transaction IDs that a live service has issued, and below the maximum, 999,999,999. */
const lastLiveNumber = 500_000_000;

/** Continues the transaction ID sequence far beyond the IDs used by the live collection. */
async function advanceSequence(
  narratives: string,
  { contract, signer }: { contract: Address; signer: Address },
): Promise<void> {
  const settings = { dataDir: narratives, databaseUrl: undefined };
  const records = await openRecords(settings, pino({ level: "warn" }, process.stderr));
  const owner = { chainId: localChainId, contract };
  await new Authorizations(records).advance(owner, { last: lastLiveNumber, signer });
  await records.close();
}
