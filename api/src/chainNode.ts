import {
  type Address,
  createPublicClient,
  type Hex,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  type PublicClient,
  pad,
  parseAbiItem,
  zeroAddress,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { asHex, type CallResult, type ChainReader, createChainReader } from "#protocol/chainReader";
import type { View } from "#protocol/sale/saleFacts";
import type { Settings } from "./env.ts";
import { isFringeDriftersContract } from "./isFringeDriftersContract.ts";
import { createEndpoints } from "./rpc/endpoints.ts";
import { blockTimeOf } from "./rpc/knownChain.ts";
import { type Block, type Freshness, LatestBlock, type NewestBlock } from "./rpc/latestBlock.ts";
import { isRefused } from "./rpc/rpcErrors.ts";
import type { RpcMetrics } from "./rpc/rpcMetrics.ts";
import { createSharedAnswers } from "./rpc/sharedAnswers.ts";

/** Settings of the chain and of how it is asked. */
export type ChainSettings = Pick<
  Settings,
  "rpcUrls" | "chainId" | "contractAddress" | "blockMilliseconds" | "chainTimeoutMilliseconds"
>;

/** Cause of `chain.unavailable` when the chain is right but has no collection at the address. */
export class NoCollectionError extends Error {
  override name = "NoCollectionError";
}

/** A minted token: its recipient, block and transaction. */
export interface MintLog {
  to: Address;
  tokenId: bigint;
  blockNumber: bigint;
  transactionHash: Hex;
}

/** Filter of mints in a range of blocks, both ends included; without `to`, to any recipient. */
export interface MintFilter {
  to?: Address;
  from: bigint;
  until: bigint;
}

/** A view of the collection's contract, with its arguments. */
export interface ViewCall {
  functionName: View;
  args?: readonly unknown[];
}

/** Requests for events at the most, when the node refuses long block ranges. */
const mostRanges = 64;

const transfer = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
);

/** The RPC endpoint of the configured chain. Its errors are thrown unchanged. */
export class ChainNode implements ChainReader {
  readonly #settings: Pick<Settings, "chainId" | "contractAddress">;
  readonly #client: PublicClient;
  readonly #latest: LatestBlock;
  readonly #shared: ReturnType<typeof createSharedAnswers>;
  readonly #reader: ReturnType<typeof createChainReader>;
  /** Whether the collection has been found on this chain since the last failed request. */
  #isKnown = false;
  /** Code that was recognised as a collection's, so that it need not be checked again. */
  #collectionCode: Hex | undefined;

  constructor(settings: ChainSettings, metrics?: RpcMetrics) {
    const { rpcUrls, chainId, blockMilliseconds, chainTimeoutMilliseconds } = settings;
    this.#settings = settings;
    const endpoints = createEndpoints({
      urls: rpcUrls,
      chainId,
      timeoutMilliseconds: chainTimeoutMilliseconds,
      leastBlock: () => this.#latest.leastNumber,
      metrics,
    });
    this.#shared = createSharedAnswers(endpoints, {
      keptBlock: () => this.keptBlock,
      metrics,
    });
    this.#client = createPublicClient({
      // No contract may send the service to a URL (ERC-3668).
      ccipRead: false,
      transport: this.#shared.transport,
    });
    this.#latest = new LatestBlock({
      ask: () => readLatestBlock(this.#client),
      blockMilliseconds,
      findBlockMilliseconds: () => blockTimeOf(chainId),
      onShared: () => metrics?.rpcShared.inc({ method: "eth_getBlockByNumber" }),
    });
    this.#reader = createChainReader(this.#client);
  }

  /** The newest block, if answers about it may be kept. */
  get keptBlock(): Block | undefined {
    return this.#latest.kept;
  }

  /** For requests that this class does not have. */
  get client(): Pick<PublicClient, "request"> {
    return this.#client;
  }

  /** After an outage, the endpoint may be another node or chain, so everything is asked again. */
  forget(): void {
    this.recheck();
    this.#latest.forget();
    this.#shared.forget();
  }

  /** Checks the collection again at the next request. */
  recheck(): void {
    this.#isKnown = false;
  }

  /** Checks the chain and the collection, and returns the newest block. */
  async identify(freshness?: Freshness): Promise<NewestBlock> {
    const block = await this.#latest.read(freshness);
    await this.#recogniseCollection(block.number);
    return block;
  }

  async #recogniseCollection(blockNumber: bigint): Promise<void> {
    if (this.#isKnown) return;
    await this.#checkCode(blockNumber);
    this.#isKnown = true;
  }

  async #checkCode(blockNumber: bigint): Promise<void> {
    const { chainId, contractAddress } = this.#settings;
    const code = await this.#reader.readCode(contractAddress, blockNumber);
    if (code === this.#collectionCode) return;
    const advice = "Check CONTRACT_ADDRESS and CHAIN_ID.";
    if (code === "0x") {
      throw new NoCollectionError(
        `Chain ${chainId} has no contract at ${contractAddress}. ${advice}`,
      );
    }
    const call = (to: Address, data: Hex) => this.call(to, data, blockNumber);
    if (!(await isFringeDriftersContract(contractAddress, call))) {
      throw new NoCollectionError(
        `The contract at ${contractAddress} on chain ${chainId} is not a drifter collection. ${advice}`,
      );
    }
    this.#collectionCode = code;
  }

  async readGenesisHash(): Promise<Hex> {
    const { hash } = await this.#client.getBlock({ blockNumber: 0n });
    return asHex(hash);
  }

  hasCode(address: Address, blockNumber: bigint): Promise<boolean> {
    return this.#reader.hasCode(address, blockNumber);
  }

  call(to: Address | undefined, data: Hex, blockNumber: bigint): Promise<CallResult> {
    return this.#reader.call(to, data, blockNumber);
  }

  /** Calls a view of the collection and returns the encoded result. */
  async view(question: Hex, blockNumber: bigint): Promise<Hex> {
    const answer = await this.call(this.#settings.contractAddress, question, blockNumber);
    if (answer.kind === "returned") return answer.data;
    throw new Error(`The contract reverted with ${answer.data}.`);
  }

  /** What views of the collection's contract return, decoded and in their order, read in one `eth_call`. */
  readViews(views: readonly ViewCall[], blockNumber: bigint): Promise<readonly unknown[]> {
    const { contractAddress: address } = this.#settings;
    const contracts = views.map((view) => ({ address, abi: fringeDriftersAbi, ...view }));
    return this.#client.multicall({
      contracts: contracts as never,
      allowFailure: false,
      batchSize: 0,
      blockNumber,
      // The creation code of the multicall contract is sent along, as not every chain has one.
      deployless: true,
    });
  }

  /** Reads 32 bytes of the collection's storage. */
  async readSlot(slot: bigint, blockNumber: bigint): Promise<Hex> {
    const params = [
      this.#settings.contractAddress,
      numberToHex(slot),
      numberToHex(blockNumber),
    ] as const;
    const value = await this.#client.request({ method: "eth_getStorageAt", params: [...params] });
    return pad(asHex(value), { size: 32 });
  }

  /** Reads a transaction's sender, target and call data. */
  async readTransaction(hash: Hex): Promise<{ from: Address; to: Address | null; input: Hex }> {
    const { from, to, input } = await this.#client.getTransaction({ hash });
    return { from, to, input };
  }

  /** Reads mints, in block order. */
  async mintLogs(filter: MintFilter): Promise<MintLog[]> {
    let requestCount = 0;
    const read = async ({ from, until }: MintFilter): Promise<MintLog[]> => {
      try {
        requestCount += 1;
        return await this.#readMints({ ...filter, from, until });
      } catch (error) {
        if (from >= until || requestCount >= mostRanges || !isRefused(error)) throw error;
        const middle = (from + until) / 2n;
        const before = await read({ from, until: middle });
        return [...before, ...(await read({ from: middle + 1n, until }))];
      }
    };
    return read(filter);
  }

  async #readMints({ to, from, until }: MintFilter): Promise<MintLog[]> {
    const logs = await this.#client.getLogs({
      address: this.#settings.contractAddress,
      event: transfer,
      args: { from: zeroAddress, ...(to && { to }) },
      fromBlock: from,
      toBlock: until,
      strict: true,
    });
    return logs.map(({ args, blockNumber, transactionHash }) => ({
      to: args.to,
      tokenId: args.tokenId,
      blockNumber,
      transactionHash,
    }));
  }
}

/** Reads the newest block; the endpoint's chain ID is checked with it. */
async function readLatestBlock(client: PublicClient): Promise<Block> {
  const block = await client.request({
    method: "eth_getBlockByNumber",
    params: ["latest", false],
  });
  const { number, hash, timestamp } = Object(block);
  return {
    number: hexToBigInt(asHex(number)),
    hash: asHex(hash),
    timestamp: hexToNumber(asHex(timestamp)),
  };
}
