import {
  type Address,
  BaseError,
  createPublicClient,
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  http,
  isHex,
  numberToHex,
  RpcRequestError,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { DrifterId } from "#protocol/drifterId";
import type { Settings } from "./env.ts";
import { createRedaction } from "./operations/redaction.ts";
import { ApiError } from "./problem.ts";
import { createRpcFetch } from "./rpcFetch.ts";
import { askDeployedWallet, askFutureWallet } from "./walletSignature.ts";

/** Who owns a drifter, as the chain said at one block. */
export interface Ownership {
  owner: Address;
  blockNumber: bigint;
}

/** A question to a contract wallet: do you recognise `signature` over `hash`? */
export interface WalletQuestion {
  wallet: Address;
  hash: Hex;
  signature: Hex;
  blockNumber: bigint;
}

/** What decides which authorisations the contract takes, as the chain said at one block. */
export interface Sale {
  /** Name of the current phase. */
  phase: string;
  /** Whose signature the contract asks for. */
  signer: Address;
  /** The largest quantity of one mint. */
  maxBatch: bigint;
  blockNumber: bigint;
}

/** The configured chain. Each question throws `chain.unavailable` when it could not be asked. */
export interface Chain {
  /**
   * Asks who owns a drifter at the newest block, or at the one given; throws `drifter.not_found`
   * if nobody can.
   */
  readOwner(drifterId: DrifterId, blockNumber?: bigint): Promise<Ownership>;
  /**
   * Asks a contract wallet by ERC-1271. An account without code recognises nothing, unless the
   * signature names the factory that will make it a wallet (ERC-6492).
   */
  recognisesSignature(question: WalletQuestion): Promise<boolean>;
  /** Asks what the collection's sale is like at the newest block. */
  readSale(): Promise<Sale>;
  /** Asks whether an authorisation with this id has been used by that block. */
  isTransactionUsed(transactionID: string, blockNumber: bigint): Promise<boolean>;
  /** Hash of block 0, asked for until it is known. */
  readGenesisHash(): Promise<Hex>;
  /** Checks that the chain is the configured one and has a contract at the configured address. */
  check(): Promise<void>;
}

/** The cause of `chain.unavailable` when the right chain answers, but has no such contract. */
export class MissingContractError extends Error {
  override name = "MissingContractError";
}

/** What one transaction may use (EIP-7825); a stranger's code must not keep the node busy for longer. */
const mostGas = 2n ** 24n;

const noSuchToken = encodeErrorResult({
  abi: fringeDriftersAbi,
  errorName: "OwnerQueryForNonexistentToken",
});

export function createChain(
  settings: Pick<Settings, "rpcUrl" | "chainId" | "contractAddress" | "chainTimeoutMilliseconds">,
): Chain {
  const { chainId, contractAddress } = settings;
  const client = createClient(settings);
  const redact = createRedaction(settings.rpcUrl);
  let genesisHash: Promise<Hex> | undefined;
  /** Whether the contract has been seen on this chain since it last failed to answer. */
  let isKnown = false;

  return {
    readOwner: (drifterId, givenBlock) =>
      asked(async () => {
        const newestBlock = await identify();
        const blockNumber = givenBlock ?? newestBlock;
        const answer = await call(contractAddress, encodeOwnerOf(drifterId), blockNumber);
        if (answer.kind === "returned") return { owner: decodeOwnerOf(answer.data), blockNumber };
        // Only the contract's own error says so: nodes report faults of theirs as reverts too.
        if (answer.data === noSuchToken) throw new ApiError("drifter.not_found");
        throw new Error(`ownerOf reverted with ${answer.data}.`);
      }),

    recognisesSignature: ({ wallet, hash, signature, blockNumber }) =>
      asked(async () => {
        const isDeployed = await hasCode(wallet, blockNumber);
        const question = isDeployed
          ? askDeployedWallet(hash, signature)
          : askFutureWallet(wallet, hash, signature);
        if (question === undefined) return false;
        const answer = await call(isDeployed ? wallet : undefined, question.data, blockNumber);
        return answer.kind === "returned" && answer.data === question.yes;
      }),

    readSale: () =>
      asked(async () => {
        const blockNumber = await identify();
        const read = (question: Hex) => view(question, blockNumber);
        const answers = await Promise.all(saleQuestions.map(read));
        return { ...decodeSale(answers), blockNumber };
      }, saleUnknown),

    isTransactionUsed: (transactionID, blockNumber) =>
      asked(async () => {
        const args = [transactionID] as const;
        const question = { abi: fringeDriftersAbi, functionName: "usedTransactions" } as const;
        const data = await view(encodeFunctionData({ ...question, args }), blockNumber);
        return decodeFunctionResult({ ...question, data });
      }, saleUnknown),

    readGenesisHash() {
      genesisHash ??= asked(readGenesisHash).catch((error) => {
        genesisHash = undefined;
        throw error;
      });
      return genesisHash;
    },

    check: () =>
      asked(async () => {
        isKnown = false;
        await identify();
      }),
  };

  /** Asks the chain; whatever keeps it from answering is `chain.unavailable`. */
  async function asked<Answer>(question: () => Promise<Answer>, detail?: string): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // What answers after an outage may be another node, or another chain.
      isKnown = false;
      const isTold = error instanceof MissingContractError;
      const cause = isTold ? error : new Error(redact(summarise(error)).slice(0, 500));
      throw new ApiError("chain.unavailable", { cause, ...(detail && { detail }) });
    }
  }

  /** Number of the newest block of the configured chain, on which the contract has been seen. */
  async function identify(): Promise<bigint> {
    const blockNumber = await readBlockNumber();
    if (isKnown) return blockNumber;
    if (!(await hasCode(contractAddress, blockNumber))) {
      throw new MissingContractError(`Chain ${chainId} has no contract at ${contractAddress}.`);
    }
    isKnown = true;
    return blockNumber;
  }

  /** Number of the newest block, after making sure that it is the configured chain's. */
  async function readBlockNumber(): Promise<bigint> {
    const questions = [client.getChainId(), client.getBlockNumber({ cacheTime: 0 })] as const;
    // Neither outlives this: viem would let its answer be the next save's, too.
    await Promise.allSettled(questions);
    const [actualChainId, blockNumber] = await Promise.all(questions);
    if (actualChainId === chainId) return blockNumber;
    throw new Error(`The RPC endpoint serves chain ${actualChainId}, not chain ${chainId}.`);
  }

  async function readGenesisHash(): Promise<Hex> {
    await readBlockNumber();
    const { hash } = await client.getBlock({ blockNumber: 0n });
    return asBytes(hash);
  }

  // The next two ask the node directly: viem's own calls take a null for "no code" and "no data",
  // and follow a contract that sends its caller to a URL (ERC-3668).

  async function hasCode(address: Address, blockNumber: bigint): Promise<boolean> {
    const code = await client.request({
      method: "eth_getCode",
      params: [address, numberToHex(blockNumber)],
    });
    return asBytes(code) !== "0x";
  }

  /** What a view of the contract's answers. */
  async function view(question: Hex, blockNumber: bigint): Promise<Hex> {
    const answer = await call(contractAddress, question, blockNumber);
    if (answer.kind === "returned") return answer.data;
    throw new Error(`The contract reverted with ${answer.data}.`);
  }

  /** Calls a contract, or without one runs `data` as code. */
  async function call(
    to: Address | undefined,
    data: Hex,
    blockNumber: bigint,
  ): Promise<ContractAnswer> {
    const transaction = { ...(to && { to }), data, gas: numberToHex(mostGas) };
    try {
      const returned = await client.request({
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
}

interface ContractAnswer {
  kind: "returned" | "reverted";
  data: Hex;
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

function encodeOwnerOf(drifterId: DrifterId): Hex {
  const args = [BigInt(drifterId)] as const;
  return encodeFunctionData({ abi: fringeDriftersAbi, functionName: "ownerOf", args });
}

function decodeOwnerOf(data: Hex): Address {
  return decodeFunctionResult({ abi: fringeDriftersAbi, functionName: "ownerOf", data });
}

const saleUnknown =
  "The chain could not be asked how the sale stands, so nothing was signed. Try again.";

const saleViews = ["CURRENTPHASE", "signerAddress", "MAXBATCH"] as const;
const saleQuestions = saleViews.map((functionName) =>
  encodeFunctionData({ abi: fringeDriftersAbi, functionName }),
);

function decodeSale([phase = "0x", signer = "0x", maxBatch = "0x"]: Hex[]) {
  const abi = fringeDriftersAbi;
  return {
    phase: decodeFunctionResult({ abi, functionName: "CURRENTPHASE", data: phase }),
    signer: decodeFunctionResult({ abi, functionName: "signerAddress", data: signer }),
    maxBatch: decodeFunctionResult({ abi, functionName: "MAXBATCH", data: maxBatch }),
  };
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

/** The full message of an RPC error repeats the request: the endpoint's key, and signatures. */
function summarise(error: unknown): string {
  if (error instanceof BaseError) return `${error.shortMessage} ${error.details}`;
  return error instanceof Error ? error.message : String(error);
}
