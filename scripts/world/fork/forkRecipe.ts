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
import type { Recipe } from "../recipe.ts";
import { roles } from "../scenarios/scenarioFile.ts";
import type { ServiceVariables } from "../service.ts";
import type { LiveCollection } from "./liveCollection.ts";

/** What the person who forks may choose. */
export interface ForkOptions {
  /** Origin of the live service; by default that of the base URI, if the service's metadata are there. */
  stories?: string | undefined;
  /** Gateway for a base URI on IPFS. */
  gateway?: string | undefined;
  /** Whether the last build's code replaces the live contract's. */
  replacesCode: boolean;
}

const saleFile = "sale.json";
/** Tokens that each wallet may mint in each phase, as far as the contract allows. */
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
        await step("Replace its code", () => replaceCode(chain, address));
        note("It has the code of contracts/ with the storage of the live contract.");
      }
      await writeSale(collection, contract, live.phases);
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

/** Opens every phase to every wallet, at the live price. */
async function writeSale(
  collection: string,
  contract: CollectionContract,
  names: readonly string[],
): Promise<void> {
  const price = formatEther(await contract[collectionConfig.priceFunction]());
  const phases = [];
  for (const name of names) {
    const [startingPoint, endPoint] = (await contract.AllPhases(name)).map(Number);
    phases.push({ name, startingPoint, endPoint, price, maxPerMint: perWallet, perWallet });
  }
  await writeFile(join(collection, saleFile), JSON.stringify({ phases }));
}

/** Where the stories and portraits of a live collection are. */
export interface LiveSources {
  /** Origin of the live service. */
  origin: string | undefined;
  /** Variables with which the local service reads metadata and portraits. */
  portraits: ServiceVariables;
  /** A sentence for each source that is unknown. */
  missing: readonly string[];
}

interface KnownSources {
  /** Origin of the live service. */
  stories?: string | undefined;
  /** Gateway to IPFS. */
  gateway?: string | undefined;
}

/**
 * Derives the sources from the contract's base URI: it is on IPFS, below an origin, or relative to the live service's
 * origin. Metadata at the service's own path show its origin.
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
    missing.push("No stories were imported: name the live service with --stories URL.");
  }
  if (isOnIpfs && gateway === undefined) {
    missing.push("Its portraits are on IPFS: name a gateway with --gateway URL to show them.");
  }
  if (!isOnIpfs && base === null && baseURI !== undefined) {
    missing.push(`It has no portraits: its base URI is "${baseURI}".`);
  }
  const address = isOnIpfs
    ? gateway && baseURI?.replace(/^ipfs:\/\/(ipfs\/)?/i, gateway)
    : base?.href;
  const portraits = address ? { COLLECTION_DIR: "", COLLECTION_ORIGIN: address } : {};
  return { origin, portraits, missing };
}

/** In wei: enough for any number of transactions. */
const ownersBalance = 10n ** 20n;

/**
 * Makes a local account the signer of mint authorizations, by the owner's own call: the node sends it without the
 * owner's key, even if the owner is a contract. The node can send the owner's transactions from then on.
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

/** Puts the last build's code at the address of the collection, whose storage stays. */
async function replaceCode(chain: LocalChain, address: string): Promise<void> {
  // Of the constructor, only the immutables remain. EIP-712's are computed again at another address.
  const code = await runtimeCode(chain, collectionConfig.contract, ["", ZeroAddress]);
  await chain.ethers.provider.send("hardhat_setCode", [address, code]);
}

/**
 * Copies all versions of the stories that a live service serves into an empty folder. They get the chain ID of the
 * fork, whose chain has the blocks that they name.
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

/** Above the transaction IDs that a live service has issued, and below the largest number, 999,999,999. */
const lastLiveNumber = 500_000_000;

/** Lets the sequence of transaction IDs continue far after those that the live collection has used. */
async function continueSequence(
  narratives: string,
  { contract, signer }: { contract: Address; signer: Address },
): Promise<void> {
  const settings = { dataDir: narratives, databaseUrl: undefined };
  const records = await openRecords(settings, pino({ level: "warn" }, process.stderr));
  const owner = { chainId: localChainId, contract };
  await new Authorizations(records).advance(owner, { last: lastLiveNumber, signer });
  await records.close();
}
