import type { Histogram } from "prom-client";
import { type Address, BaseError, type Hex } from "viem";
import { LogsUnavailableError } from "#protocol/chain/blockRanges";
import { createChainReader, requireHex } from "#protocol/chain/chainReader";
import { createRetryQueue, retryingClient } from "#protocol/chain/rateLimit";
import { findEndpointError } from "#protocol/chain/rpcEndpointError";
import { readTokenOwner } from "#protocol/chain/tokenOwner";
import { createWholeTransferHistory } from "#protocol/chain/transferHistory";
import {
  checkWalletSignature,
  type WalletSignature,
  type WalletSignatureResult,
} from "#protocol/chain/walletSignature";
import type { RevisionChain } from "#protocol/stories/verifyRevision";
import type { DrifterId } from "#protocol/values/drifterId";
import { defaultTokensPerOwnerPage, type OwnerPageRequest } from "#protocol/wire/ownerPage";
import { ApiError } from "../base/apiError.ts";
import type { Settings } from "../settings/settings.ts";
import { isRejected, type RpcMetrics } from "./endpoints.ts";
import { createEnsReader } from "./ens.ts";
import { type Holdings, readHoldings } from "./holdings.ts";
import {
  type ChainNode,
  type ChainSettings,
  createChainNode,
  NoCollectionError,
  type Share,
} from "./node.ts";
import { createMintedReader, type MintedPhases } from "./phases.ts";
import { createRedaction } from "./redaction.ts";
import { createSaleReader, readPhase, type Sale } from "./sale.ts";
import { createSaleHistoryReader, type SaleHistory } from "./saleHistory.ts";
import { findUsedMint, type UsedMint, type UsedMintQuery } from "./usedMint.ts";

/** Metrics for chain reads' durations and for RPC requests. */
export interface ChainMetrics extends RpcMetrics {
  chainReads: Histogram<"read" | "outcome">;
}

/** A token's owner at one block. */
export interface Ownership {
  owner: Address;
  blockNumber: bigint;
}

/** The configured chain. Each method throws `chain.unavailable` when the chain cannot be read. */
export interface Chain {
  /** Reads a token's owner at the latest block; throws `token.not_found` if the token does not exist. */
  readOwner(drifterId: DrifterId): Promise<Ownership>;
  /** Like `readOwner`, but always at a newly read block, for saves. */
  readOwnerNow(drifterId: DrifterId): Promise<Ownership>;
  /** Returns a page of a wallet's tokens at the latest block. */
  readHoldings(owner: Address, request: OwnerPageRequest): Promise<Holdings>;
  /**
   * Reads a token's owner and the owner's newest tokens, at a block that may be as old as the
   * minted ranges; throws like `readOwner`.
   */
  readSameOwner(
    drifterId: DrifterId,
  ): Promise<Pick<Ownership, "owner"> & Pick<Holdings, "drifterIds">>;
  /** Validates a contract wallet's signature (ERC-1271, ERC-6492). */
  checkWalletSignature(query: WalletSignature): Promise<WalletSignatureResult>;
  /** Reads the collection's sale at the latest block. */
  readSale(): Promise<Sale>;
  /** Reads the contract's balance at the latest block, in wei. */
  readBalance(): Promise<bigint>;
  /** Reads which IDs are minted at the latest block. */
  readMinted(): Promise<MintedPhases>;
  /** Reads how the collection has sold from its events. The first call may take minutes; do not call it concurrently. */
  readSaleHistory(): Promise<SaleHistory>;
  /** Returns whether the collection has a phase with this name at that block. */
  hasPhase(name: string, blockNumber: bigint): Promise<boolean>;
  /** Returns whether each transaction ID has been used by that block. */
  areUsed(transactionIDs: readonly string[], blockNumber: bigint): Promise<boolean[]>;
  /** Finds the mint that used a transaction ID; undefined unless the chain's data identifies the mint. */
  readUsedMint(query: UsedMintQuery): Promise<UsedMint | undefined>;
  /** Reads the ENS name that an address claims to have; null if there is none. */
  readEnsName(address: Address): Promise<string | null>;
  /** Reads a normalized ENS name's address; null if there is none. */
  readEnsAddress(name: string): Promise<Address | null>;
  /** Returns whether the settings name an ENS resolver that does not exist on the chain. */
  isEnsResolverMissing(): Promise<boolean>;
  /** Returns block 0's hash, which is read once. */
  readGenesisHash(): Promise<Hex>;
  /** Checks that the chain is the configured one and has a collection at the configured address. */
  check(): Promise<void>;
}

/** @param metrics counts reads as successful (including “no such token”) or failed. */
export function createChain(
  settings: ChainSettings &
    Partial<
      Pick<Settings, "ensResolver" | "mintedLifeMilliseconds" | "saleHistoryPauseMilliseconds">
    >,
  metrics?: ChainMetrics,
): Chain {
  const node = createChainNode(settings, metrics);
  const redact = createRedaction(...settings.rpcUrls);
  const readMinted = createMintedReader(node);
  const readSale = createSaleReader(node);
  const readSaleHistory = createSaleHistoryReader(
    node,
    readMinted,
    settings.saleHistoryPauseMilliseconds ?? 0,
  );
  const ens = createEnsReader(node.client, settings);
  let genesisHash: Promise<Hex> | undefined;

  return {
    readOwner: (drifterId) =>
      measureRead("owner", () =>
        node.readShared(`owner ${drifterId}`, (block) => readOwner(node, drifterId, block)),
      ),
    readOwnerNow: (drifterId) =>
      measureRead("owner", async () => readOwner(node, drifterId, await node.identifyNow())),
    readHoldings: (owner, request) =>
      measureRead("holdings", () => readPage(node.readShared, owner, request)),
    readSameOwner: (drifterId) =>
      measureRead("holdings", () =>
        node.readShared(
          `same owner as ${drifterId}`,
          async (block, share) => {
            const { owner } = await share(`owner ${drifterId}`, () =>
              readOwner(node, drifterId, block),
            );
            const request = { limit: defaultTokensPerOwnerPage };
            return { owner, drifterIds: (await readPage(share, owner, request)).drifterIds };
          },
          settings.mintedLifeMilliseconds,
        ),
      ),
    checkWalletSignature: (query) =>
      measureRead("wallet", () => checkWalletSignature(query, node.reader)),
    readSale: () => measureRead("sale", readSale, saleUnreadable),
    readBalance: () =>
      measureRead("balance", () =>
        node.readShared("balance", (blockNumber) =>
          node.client.getBalance({ address: node.collection, blockNumber }),
        ),
      ),
    readMinted: () => measureRead("minted", readMinted),
    readSaleHistory: () => measureRead("history", readSaleHistory),
    hasPhase: (name, blockNumber) =>
      measureRead("phase", async () => (await readPhase(node, name, blockNumber)).endPoint > 0n),
    areUsed: (ids, blockNumber) =>
      measureRead("transaction", () => node.areUsed(ids, blockNumber), saleUnreadable),
    readUsedMint: (query) =>
      measureRead("mint", () => findUsedMint(node, query).catch(ignoreChainError), saleUnreadable),
    isEnsResolverMissing: ens.isResolverMissing,
    readEnsName: (address) => measureRead("name", () => ens.readName(address)),
    readEnsAddress: (name) => measureRead("name", () => ens.readAddress(name)),
    readGenesisHash() {
      genesisHash ??= measureRead("genesis", async () => {
        return requireHex((await node.client.getBlock({ blockNumber: 0n })).hash);
      }).catch((error) => {
        genesisHash = undefined;
        throw error;
      });
      return genesisHash;
    },
    check: () =>
      measureRead("check", async () => {
        node.recheck();
        await node.identifyNow();
      }),
  };

  function readPage(share: Share, owner: Address, request: OwnerPageRequest) {
    const { limit, cursor = 0n } = request;
    return share(`holdings ${owner} ${limit} ${cursor}`, (block) =>
      readHoldings(node, owner, request, block),
    );
  }

  /** Reads the chain; converts every failure to `chain.unavailable`. */
  async function measureRead<Result>(
    name: string,
    read: () => Promise<Result>,
    detail?: string,
  ): Promise<Result> {
    const end = metrics?.chainReads.startTimer({ read: name });
    try {
      const result = await read();
      end?.({ outcome: "answered" });
      return result;
    } catch (error) {
      end?.({ outcome: error instanceof ApiError ? "answered" : "failed" });
      if (error instanceof ApiError) throw error;
      node.recheck();
      const isPublic = error instanceof NoCollectionError;
      const cause = isPublic ? error : new Error(redact(summarize(error)).slice(0, 500));
      throw new ApiError("chain.unavailable", { cause, ...(detail && { detail }) });
    }
  }
}

/** Creates the chain reader for `verifyRevision`; reports how many blocks it has searched for events. */
export function createRevisionChain(
  settings: ChainSettings,
  onBlocksRead?: (done: bigint, total: bigint) => void,
): RevisionChain {
  const node = createChainNode(settings);
  const retry = createRetryQueue();
  const client = retryingClient(node.client, retry);
  const redact = createRedaction(...settings.rpcUrls);
  return {
    ...createChainReader(client),
    readLatestBlock: () => retry(() => node.identify()),
    transfers: createWholeTransferHistory(client, settings.contract, onBlocksRead),
    describeError: (error) => redact(summarize(error)).slice(0, 500),
  };
}

async function readOwner(
  node: ChainNode,
  drifterId: DrifterId,
  blockNumber: bigint,
): Promise<Ownership> {
  const owner = await readTokenOwner(node.collection, drifterId, blockNumber, node.reader);
  if (owner === undefined) throw new ApiError("token.not_found");
  return { owner, blockNumber };
}

/** Without historical state, or with tight log limits, a working node cannot return this result. */
function ignoreChainError(error: unknown): undefined {
  if (!isRejected(error)) throw error;
}

const saleUnreadable =
  "The service can't reach the network to read the sale: nothing was signed. Wait a moment, then send the request again.";

/**
 * Returns a short description of an error. An RPC error's full message repeats the request, including the endpoint's
 * key and signatures.
 */
export function summarize(error: unknown): string {
  const endpointError = findEndpointError(error);
  if (endpointError !== undefined) return endpointError.message;
  if (error instanceof LogsUnavailableError) return `${error.message} ${summarize(error.cause)}`;
  if (error instanceof BaseError) {
    return [error.shortMessage, error.details, codedMessage(error)].filter(Boolean).join(" ");
  }
  return error instanceof Error ? error.message : String(error);
}

/** Returns the network error at the root: `connect ECONNREFUSED 127.0.0.1:8545`. */
function codedMessage(error: BaseError): string | undefined {
  let cause: unknown = error.walk();
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.message
    : undefined;
}
