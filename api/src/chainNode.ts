import {
  type Address,
  BaseError,
  createPublicClient,
  type Hex,
  http,
  isHex,
  numberToHex,
  type PublicClient,
  RpcRequestError,
} from "viem";
import type { Settings } from "./env.ts";
import { createRpcFetch } from "./rpcFetch.ts";

/** The cause of `chain.unavailable` when the right chain answers, but has no such contract. */
export class MissingContractError extends Error {
  override name = "MissingContractError";
}

/** What came of a call: what the contract returned, or what it reverted with. */
export interface ContractAnswer {
  kind: "returned" | "reverted";
  data: Hex;
}

/** What one transaction may use (EIP-7825); a stranger's code must not keep the node busy for longer. */
const mostGas = 2n ** 24n;

/** The endpoint of the configured chain. Whatever keeps it from answering is thrown as it comes. */
export class ChainNode {
  readonly #settings: Pick<Settings, "chainId" | "contractAddress">;
  readonly #client: PublicClient;
  /** Whether the contract has been seen on this chain since the node last failed to answer. */
  #isKnown = false;

  constructor(
    settings: Pick<Settings, "rpcUrl" | "chainId" | "contractAddress" | "chainTimeoutMilliseconds">,
  ) {
    this.#settings = settings;
    this.#client = createClient(settings);
  }

  /** What answers after an outage may be another node, or another chain: it is identified anew. */
  forget(): void {
    this.#isKnown = false;
  }

  /** Number of the newest block of the configured chain, on which the contract has been seen. */
  async identify(): Promise<bigint> {
    const { chainId, contractAddress } = this.#settings;
    const blockNumber = await this.#readBlockNumber();
    if (this.#isKnown) return blockNumber;
    if (!(await this.hasCode(contractAddress, blockNumber))) {
      throw new MissingContractError(`Chain ${chainId} has no contract at ${contractAddress}.`);
    }
    this.#isKnown = true;
    return blockNumber;
  }

  /** Hash of the configured chain's block 0. */
  async readGenesisHash(): Promise<Hex> {
    await this.#readBlockNumber();
    const { hash } = await this.#client.getBlock({ blockNumber: 0n });
    return asBytes(hash);
  }

  // The next two ask the node directly: viem's own calls take a null for "no code" and "no data",
  // and follow a contract that sends its caller to a URL (ERC-3668).

  async hasCode(address: Address, blockNumber: bigint): Promise<boolean> {
    const code = await this.#client.request({
      method: "eth_getCode",
      params: [address, numberToHex(blockNumber)],
    });
    return asBytes(code) !== "0x";
  }

  /** Calls a contract, or without one runs `data` as code. */
  async call(to: Address | undefined, data: Hex, blockNumber: bigint): Promise<ContractAnswer> {
    const transaction = { ...(to && { to }), data, gas: numberToHex(mostGas) };
    try {
      const returned = await this.#client.request({
        method: "eth_call",
        params: [transaction, numberToHex(blockNumber)],
      });
      return { kind: "returned", data: asBytes(returned) };
    } catch (error) {
      const revertData = readRevert(error);
      if (revertData === undefined) throw error;
      return { kind: "reverted", data: revertData };
    }
  }

  /** What a view of the collection's contract answers. */
  async view(question: Hex, blockNumber: bigint): Promise<Hex> {
    const answer = await this.call(this.#settings.contractAddress, question, blockNumber);
    if (answer.kind === "returned") return answer.data;
    throw new Error(`The contract reverted with ${answer.data}.`);
  }

  /** Number of the newest block, after making sure that it is the configured chain's. */
  async #readBlockNumber(): Promise<bigint> {
    const { chainId } = this.#settings;
    const client = this.#client;
    const questions = [client.getChainId(), client.getBlockNumber({ cacheTime: 0 })] as const;
    // Neither outlives this: viem would let its answer be the next save's, too.
    await Promise.allSettled(questions);
    const [actualChainId, blockNumber] = await Promise.all(questions);
    if (actualChainId === chainId) return blockNumber;
    throw new Error(`The RPC endpoint serves chain ${actualChainId}, not chain ${chainId}.`);
  }
}

function createClient({
  rpcUrl,
  chainTimeoutMilliseconds,
}: Pick<Settings, "rpcUrl" | "chainTimeoutMilliseconds">) {
  return createPublicClient({
    transport: http(rpcUrl, {
      // Whoever waits for an answer may try again; a hidden retry only makes the wait longer.
      retryCount: 0,
      // The transport's own time-out does not cover an answer that stops half-way; this one does.
      timeout: 0,
      fetchFn: createRpcFetch(chainTimeoutMilliseconds),
    }),
  });
}

/** How nodes report that a contract's own code failed, which is its answer and no outage. */
const failedExecution =
  /execution reverted|(out of|ran out of) gas|invalid opcode|invalid jump|stack (under|over)flow/i;

/** A revert's data, or undefined if the error is not a contract's revert but the node's. */
function readRevert(error: unknown): Hex | undefined {
  const cause =
    error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  if (!(cause instanceof RpcRequestError)) return undefined;
  const isRevert = cause.code === 3 || failedExecution.test(cause.details);
  if (!isRevert) return undefined;
  const { data } = cause;
  return isHex(data) ? data : "0x";
}

function asBytes(result: unknown): Hex {
  if (isHex(result)) return result;
  throw new Error("The RPC endpoint's answer is not hex.");
}
