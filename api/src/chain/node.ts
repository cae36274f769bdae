import {
  type Address,
  createPublicClient,
  getAbiItem,
  type Hex,
  hexToBigInt,
  type PublicClient,
  toFunctionSelector,
} from "viem";
import { collectionAbi } from "#chain/abi";
import { type ChainReader, createChainReader, requireHex } from "#protocol/chain/chainReader";
import { localChainId } from "#protocol/chain/localWorld";
import { findEndpointError } from "#protocol/chain/rpcEndpointError";
import type { View } from "#sale/saleFacts";
import type { Settings } from "../settings/settings.ts";
import { BehindError, createEndpoints, type RpcMetrics } from "./endpoints.ts";
import { isSupportedContract } from "./isSupportedContract.ts";

/** Settings for the chain and for RPC requests. */
export type ChainSettings = Pick<
  Settings,
  "rpcUrls" | "chainId" | "contract" | "chainTimeoutMilliseconds" | "blockLifeMilliseconds"
>;

/** The block that was the latest when read. */
interface Block {
  number: bigint;
  /** In seconds since 1970. */
  timestamp: bigint;
  /** Changes after a reorganization or a restart of a local chain. */
  id: string;
}

/** Cause of `chain.unavailable` when the expected chain has no collection at the address. */
export class NoCollectionError extends Error {
  override name = "NoCollectionError";
}

/** One of the contract's views, with arguments. */
export interface ViewCall {
  functionName: View;
  args?: readonly unknown[];
}

/** Reads at a block; `share` caches the parts that several reads need. */
type SharedRead<Result> = (blockNumber: bigint, share: Share, timestamp: bigint) => Promise<Result>;

/** Returns a concurrent or earlier read's result at the same block, or starts the read. */
export type Share = <Result>(name: string, read: SharedRead<Result>) => Promise<Result>;

/** Maximum number of shared results. */
const maxShared = 2_000;

/** How long the latest known block counts, even if the responding endpoint lags behind. */
const seenMilliseconds = 30_000;

/** Reads the collection's contract through the RPC endpoints, whose errors are rethrown. */
export interface ChainNode {
  collection: Address;
  client: PublicClient;
  reader: ChainReader;
  /** Makes the next request check the collection again: after an outage, a different node or chain may respond. */
  recheck(): void;
  /** Checks the collection and returns the latest block's number, read at most `blockLifeMilliseconds` ago. */
  identify(): Promise<bigint>;
  /** Like `identify`, but also checks the chain and always reads the latest block. */
  identifyNow(): Promise<bigint>;
  /**
   * Runs a read that depends only on the block of `identify`, once for all callers while that block is the latest.
   *
   * @param name identifies the read. @param lifeMilliseconds the block's maximum age; `blockLifeMilliseconds` by
   *   default.
   */
  readShared<Result>(
    name: string,
    read: SharedRead<Result>,
    lifeMilliseconds?: number,
  ): Promise<Result>;
  /** Returns whether the contract's code contains a view's selector, because some versions lack the view. */
  hasView(name: View): boolean;
  /** Returns the decoded results of contract views, in order, read in one `eth_call`. */
  readViews(views: readonly ViewCall[], blockNumber: bigint): Promise<readonly unknown[]>;
  /** Returns whether each transaction ID has been used by that block. */
  areUsed(transactionIDs: readonly string[], blockNumber: bigint): Promise<boolean[]>;
}

export function createChainNode(settings: ChainSettings, metrics?: RpcMetrics): ChainNode {
  const { rpcUrls, chainId, contract, chainTimeoutMilliseconds, blockLifeMilliseconds } = settings;
  const endpoints = createEndpoints({
    urls: rpcUrls,
    chainId,
    timeoutMilliseconds: chainTimeoutMilliseconds,
    minBlock,
    metrics,
  });
  // A contract must not make the service call a URL (ERC-3668).
  const client = createPublicClient({ ccipRead: false, transport: endpoints });
  const reader = createChainReader(client);
  /** The latest block seen so far. */
  let seen = { number: 0n, timestamp: 0n, id: "", at: 0 };
  /** The pending read of the latest block, shared by callers. */
  let newest: { block: Promise<Block>; at: number } | undefined;
  /** Results of shared reads at a block. */
  let shared = { id: "", results: new Map<string, Promise<unknown>>() };
  /** Whether the collection was found on this chain since the last failed request. */
  let isKnown = false;
  /** Code already recognized as a collection's. */
  let collectionCode: Hex | undefined;

  return {
    collection: contract,
    client,
    reader,
    recheck() {
      isKnown = false;
      newest = undefined;
      endpoints.recheck();
    },
    identify: async () => (await newestBlock()).number,
    async identifyNow() {
      endpoints.recheck();
      return (await readLatestBlock()).number;
    },
    async readShared(name, read, lifeMilliseconds) {
      const block = await newestBlock(lifeMilliseconds);
      if (shared.id !== block.id) shared = { id: block.id, results: new Map() };
      return sharing(shared.results, block)(name, read);
    },
    hasView(name) {
      const selector = toFunctionSelector(getAbiItem({ abi: collectionAbi, name }));
      return collectionCode?.includes(selector.slice(2)) ?? false;
    },
    readViews,
    async areUsed(transactionIDs, blockNumber) {
      if (transactionIDs.length === 0) return [];
      const views = transactionIDs.map(
        (id): ViewCall => ({ functionName: "usedTransactions", args: [id] }),
      );
      return (await readViews(views, blockNumber)).map((isUsed) => isUsed === true);
    },
  };

  /** Returns the function that shares results of one block. */
  function sharing(
    results: Map<string, Promise<unknown>>,
    { number, timestamp }: Pick<Block, "number" | "timestamp">,
  ): Share {
    const share: Share = (name, read) => {
      // Safety: each name identifies one read.
      const found = results.get(name) as ReturnType<typeof read> | undefined;
      if (found !== undefined) return found;
      const result = read(number, share, timestamp);
      result.catch(() => results.delete(name));
      results.set(name, result);
      if (results.size > maxShared) results.delete(results.keys().next().value ?? name);
      return result;
    };
    return share;
  }

  /** Returns the pending read's block, or a recent enough block; otherwise, reads the latest block. */
  function newestBlock(lifeMilliseconds = blockLifeMilliseconds): Promise<Block> {
    const now = performance.now();
    if (newest !== undefined && now - newest.at < lifeMilliseconds) return newest.block;
    const reading = { block: readLatestBlock(), at: Number.POSITIVE_INFINITY };
    newest = reading;
    reading.block.then(
      () => {
        reading.at = now;
      },
      () => {
        if (newest === reading) newest = undefined;
      },
    );
    return reading.block;
  }

  async function readLatestBlock(): Promise<Block> {
    const block = await requestNewestBlock();
    if (!isKnown) await checkCode(block.number);
    isKnown = true;
    return block;
  }

  async function requestNewestBlock(): Promise<Block> {
    try {
      const params = ["latest", false] as const;
      const block = await client.request({ method: "eth_getBlockByNumber", params: [...params] });
      const number = hexToBigInt(requireHex(Object(block).number));
      const timestamp = hexToBigInt(requireHex(Object(block).timestamp));
      seen = { number, timestamp, id: `${number} ${Object(block).hash}`, at: performance.now() };
      return seen;
    } catch (error) {
      if (!(findEndpointError(error) instanceof BehindError)) throw error;
      return seen;
    }
  }

  /** Ignores older blocks, unless the chain may have restarted. */
  function minBlock(): bigint {
    const isRecent = performance.now() - seen.at < seenMilliseconds;
    return isRecent && chainId !== localChainId ? seen.number : 0n;
  }

  async function checkCode(blockNumber: bigint): Promise<void> {
    const code = await reader.readCode(contract, blockNumber);
    if (code === collectionCode) return;
    const advice = "Check CONTRACT_ADDRESS and CHAIN_ID.";
    if (code === "0x") {
      throw new NoCollectionError(`Chain ${chainId} has no contract at ${contract}. ${advice}`);
    }
    const call = (to: Address, data: Hex) => reader.call(to, data, blockNumber);
    if (!(await isSupportedContract(contract, call))) {
      throw new NoCollectionError(
        `The contract at ${contract} on chain ${chainId} is not a phased collection. ${advice}`,
      );
    }
    collectionCode = code;
  }

  async function readViews(views: readonly ViewCall[], blockNumber: bigint) {
    const [only, ...others] = views;
    if (only !== undefined && others.length === 0) {
      const read = { address: contract, abi: collectionAbi, ...only, blockNumber };
      return [await client.readContract(read as never)];
    }
    const contracts = views.map((view) => ({
      address: contract,
      abi: collectionAbi,
      ...view,
    }));
    return client.multicall({
      contracts: contracts as never,
      allowFailure: false,
      batchSize: 0,
      blockNumber,
      // Includes the multicall contract's creation code, because not every chain has that contract.
      deployless: true,
    }) as Promise<readonly unknown[]>;
  }
}
