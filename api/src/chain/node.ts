import { type Address, createPublicClient, type Hex, hexToBigInt, type PublicClient } from "viem";
import { collectionAbi } from "#chain/abi";
import { asHex, type ChainReader, createChainReader } from "#protocol/chain/chainReader";
import { localChainId } from "#protocol/chain/localWorld";
import { endpointErrorIn } from "#protocol/chain/rpcEndpointError";
import type { View } from "#sale/saleFacts";
import type { Settings } from "../settings/settings.ts";
import { BehindError, createEndpoints, type RpcMetrics } from "./endpoints.ts";
import { isSupportedContract } from "./isSupportedContract.ts";

/** Settings of the chain and of requests to it. */
export type ChainSettings = Pick<
  Settings,
  "rpcUrls" | "chainId" | "contract" | "chainTimeoutMilliseconds"
>;

/** Cause of `chain.unavailable` when the chain is right but has no collection at the address. */
export class NoCollectionError extends Error {
  override name = "NoCollectionError";
}

/** A view of the collection's contract, with its arguments. */
export interface ViewCall {
  functionName: View;
  args?: readonly unknown[];
}

/** For this time, a block that was seen stays known even if the responding endpoint is behind it. */
const seenMilliseconds = 30_000;

/**
 * The collection's contract, as the RPC endpoints of the configured chain have it. Their errors are thrown unchanged.
 */
export interface ChainNode {
  collection: Address;
  client: PublicClient;
  reader: ChainReader;
  /** Checks the collection again at the next request: after an outage, the endpoint may be another node or chain. */
  recheck(): void;
  /** Checks the chain and the collection, and returns the newest block's number. */
  identify(): Promise<bigint>;
  /** What views of the contract return, decoded and in their order, read in one `eth_call`. */
  readViews(views: readonly ViewCall[], blockNumber: bigint): Promise<readonly unknown[]>;
  /** Whether each transaction ID has been used by that block. */
  areUsed(transactionIDs: readonly string[], blockNumber: bigint): Promise<boolean[]>;
}

export function createChainNode(settings: ChainSettings, metrics?: RpcMetrics): ChainNode {
  const { rpcUrls, chainId, contract, chainTimeoutMilliseconds } = settings;
  const client = createPublicClient({
    // No contract may send the service to a URL (ERC-3668).
    ccipRead: false,
    transport: createEndpoints({
      urls: rpcUrls,
      chainId,
      timeoutMilliseconds: chainTimeoutMilliseconds,
      minBlock,
      metrics,
    }),
  });
  const reader = createChainReader(client);
  /** The newest block that was seen. */
  let seen = { number: 0n, at: 0 };
  /** Whether the collection has been found on this chain since the last failed request. */
  let isKnown = false;
  /** Code that was recognized as a collection's, so that it need not be checked again. */
  let collectionCode: Hex | undefined;

  return {
    collection: contract,
    client,
    reader,
    recheck() {
      isKnown = false;
    },
    async identify() {
      const blockNumber = await readNewestBlock();
      if (!isKnown) await checkCode(blockNumber);
      isKnown = true;
      return blockNumber;
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

  /** The endpoint's chain ID is checked with the block. */
  async function readNewestBlock(): Promise<bigint> {
    try {
      const block = await client.request(
        { method: "eth_getBlockByNumber", params: ["latest", false] },
        { dedupe: true },
      );
      const number = hexToBigInt(asHex(Object(block).number));
      seen = { number, at: performance.now() };
      return number;
    } catch (error) {
      if (!(endpointErrorIn(error) instanceof BehindError)) throw error;
      return seen.number;
    }
  }

  /** Older blocks are outdated, unless the chain may have restarted. */
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

  function readViews(views: readonly ViewCall[], blockNumber: bigint) {
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
      // The creation code of the multicall contract is sent along, as not every chain has one.
      deployless: true,
    }) as Promise<readonly unknown[]>;
  }
}
