import {
  type Address,
  BaseError,
  createPublicClient,
  type Hex,
  HttpRequestError,
  http,
  numberToHex,
  type PublicClient,
  pad,
  parseAbiItem,
  RpcRequestError,
  zeroAddress,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { asHex, type CallResult, type ChainReader, createChainReader } from "#protocol/chainReader";
import { wrongChain } from "#protocol/rpcEndpointError";
import type { View } from "#protocol/sale/saleFacts";
import type { Settings } from "./env.ts";
import { isFringeDriftersContract } from "./isFringeDriftersContract.ts";
import { createRpcFetch } from "./rpcFetch.ts";

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
  readonly #reader: ReturnType<typeof createChainReader>;
  /** Whether the collection has been found on this chain since the last failed request. */
  #isKnown = false;
  /** Code that was recognised as a collection's, so that it need not be checked again. */
  #collectionCode: Hex | undefined;

  constructor(
    settings: Pick<Settings, "rpcUrl" | "chainId" | "contractAddress" | "chainTimeoutMilliseconds">,
  ) {
    this.#settings = settings;
    this.#client = createClient(settings);
    this.#reader = createChainReader(this.#client);
  }

  /** For requests that this class does not have. */
  get client(): Pick<PublicClient, "request"> {
    return this.#client;
  }

  /** After an outage, the endpoint may be another node or chain, so it is identified again. */
  forget(): void {
    this.#isKnown = false;
  }

  /** Checks the chain and the collection, and returns the number of the latest block. */
  async identify(): Promise<bigint> {
    const blockNumber = await this.#readBlockNumber();
    await this.#recogniseCollection(blockNumber);
    return blockNumber;
  }

  /** Checks the chain and the collection, and returns the latest block. */
  async identifyBlock(): Promise<{ number: bigint; hash: Hex }> {
    const { number, hash } = await this.#onChain(this.#client.getBlock());
    await this.#recogniseCollection(number);
    return { number, hash: asHex(hash) };
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
    await this.#readBlockNumber();
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

  /** Reads the latest block number and checks the chain ID. */
  #readBlockNumber(): Promise<bigint> {
    return this.#onChain(this.#client.getBlockNumber({ cacheTime: 0 }));
  }

  /** Checks the chain ID while the endpoint answers. */
  async #onChain<Answer>(answering: Promise<Answer>): Promise<Answer> {
    const { chainId } = this.#settings;
    const questions = [this.#client.getChainId(), answering] as const;
    // Both are awaited: viem would reuse a pending response for the next save.
    await Promise.allSettled(questions);
    const [actualChainId, answer] = await Promise.all(questions);
    if (actualChainId === chainId) return answer;
    throw wrongChain(actualChainId, chainId);
  }
}

function createClient({
  rpcUrl,
  chainTimeoutMilliseconds,
}: Pick<Settings, "rpcUrl" | "chainTimeoutMilliseconds">) {
  return createPublicClient({
    // No contract may send the service to a URL (ERC-3668).
    ccipRead: false,
    transport: http(rpcUrl, {
      // Clients retry by themselves; a hidden retry only makes them wait longer.
      retryCount: 0,
      // The transport's own timeout does not cover a response that stalls; the fetch's does.
      timeout: 0,
      fetchFn: createRpcFetch(chainTimeoutMilliseconds),
    }),
  });
}

/** Whether the node refuses a call, such as one for too many blocks or for pruned state. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const cause = error.walk(
    (each) => each instanceof RpcRequestError || each instanceof HttpRequestError,
  );
  if (cause instanceof HttpRequestError) return cause.status === 400 || cause.status === 413;
  return cause !== null;
}
