import {
  type Address,
  createPublicClient,
  type Hex,
  hexToBigInt,
  numberToHex,
  type PublicClient,
  pad,
  parseAbiItem,
  zeroAddress,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { asHex, type CallResult, type ChainReader, createChainReader } from "#protocol/chainReader";
import { localChainId } from "#protocol/localWorld";
import { endpointErrorIn } from "#protocol/rpcEndpointError";
import type { View } from "#protocol/sale/saleFacts";
import type { Settings } from "./env.ts";
import { isFringeDriftersContract } from "./isFringeDriftersContract.ts";
import { BehindError, createEndpoints, isRefused, type RpcMetrics } from "./rpc/endpoints.ts";

/** Settings of the chain and of how it is asked. */
export type ChainSettings = Pick<
  Settings,
  "rpcUrls" | "chainId" | "contractAddress" | "chainTimeoutMilliseconds"
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

/** For so long, endpoints that are behind do not make a block unknown that was seen before. */
const seenMilliseconds = 30_000;

/** The RPC endpoints of the configured chain. Their errors are thrown unchanged. */
export class ChainNode implements ChainReader {
  readonly #settings: Pick<Settings, "chainId" | "contractAddress">;
  readonly #client: PublicClient;
  readonly #reader: ReturnType<typeof createChainReader>;
  /** The newest block that was seen. */
  #seen: { number: bigint; at: number } = { number: 0n, at: 0 };
  /** Whether the collection has been found on this chain since the last failed request. */
  #isKnown = false;
  /** Code that was recognised as a collection's, so that it need not be checked again. */
  #collectionCode: Hex | undefined;

  constructor(settings: ChainSettings, metrics?: RpcMetrics) {
    const { rpcUrls, chainId, chainTimeoutMilliseconds } = settings;
    this.#settings = settings;
    this.#client = createPublicClient({
      // No contract may send the service to a URL (ERC-3668).
      ccipRead: false,
      transport: createEndpoints({
        urls: rpcUrls,
        chainId,
        timeoutMilliseconds: chainTimeoutMilliseconds,
        leastBlock: () => this.#leastBlock,
        metrics,
      }),
    });
    this.#reader = createChainReader(this.#client);
  }

  /** For requests that this class does not have. */
  get client(): Pick<PublicClient, "request"> {
    return this.#client;
  }

  /** Checks the collection again at the next request: after an outage, the endpoint may be another node or chain. */
  recheck(): void {
    this.#isKnown = false;
  }

  /** Checks the chain and the collection, and returns the newest block's number. */
  async identify(): Promise<bigint> {
    const blockNumber = await this.#readNewestBlock();
    await this.#recogniseCollection(blockNumber);
    return blockNumber;
  }

  /** The endpoint's chain ID is checked with the block. */
  async #readNewestBlock(): Promise<bigint> {
    try {
      const block = await this.#client.request(
        { method: "eth_getBlockByNumber", params: ["latest", false] },
        { dedupe: true },
      );
      const number = hexToBigInt(asHex(Object(block).number));
      this.#seen = { number, at: performance.now() };
      return number;
    } catch (error) {
      if (!(endpointErrorIn(error) instanceof BehindError)) throw error;
      return this.#seen.number;
    }
  }

  /** Older blocks are outdated, unless the chain may have restarted. */
  get #leastBlock(): bigint {
    const { number, at } = this.#seen;
    const isRecent = performance.now() - at < seenMilliseconds;
    return isRecent && this.#settings.chainId !== localChainId ? number : 0n;
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

  /** Whether each transaction ID has been used by that block. */
  async areUsed(transactionIDs: readonly string[], blockNumber: bigint): Promise<boolean[]> {
    if (transactionIDs.length === 0) return [];
    const views = transactionIDs.map(
      (id): ViewCall => ({ functionName: "usedTransactions", args: [id] }),
    );
    return (await this.readViews(views, blockNumber)).map((isUsed) => isUsed === true);
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
