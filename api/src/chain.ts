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
  parseAbi,
  RpcRequestError,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { DrifterId } from "#protocol/drifterId";
import type { Settings } from "./env.ts";
import { ApiError } from "./problem.ts";

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

/** The configured chain. Each question throws `chain.unavailable` when it could not be asked. */
export interface Chain {
  /** Asks who owns a drifter at the newest block; throws `drifter.not_found` if nobody can. */
  readOwner(drifterId: DrifterId): Promise<Ownership>;
  /** Asks a contract wallet by ERC-1271; an account without code recognises nothing. */
  recognisesSignature(question: WalletQuestion): Promise<boolean>;
  /** Hash of block 0, asked for until it is known. */
  readGenesisHash(): Promise<Hex>;
  /** Checks that the chain is the configured one and has a contract at the configured address. */
  check(): Promise<void>;
}

const erc1271Abi = parseAbi(["function isValidSignature(bytes32, bytes) view returns (bytes4)"]);
const erc1271MagicWord = "0x1626ba7e".padEnd(66, "0");

const noSuchToken = encodeErrorResult({
  abi: fringeDriftersAbi,
  errorName: "OwnerQueryForNonexistentToken",
});

export function createChain(
  settings: Pick<Settings, "rpcUrl" | "chainId" | "contractAddress" | "chainTimeoutMilliseconds">,
): Chain {
  const { chainId, contractAddress } = settings;
  const client = createClient(settings);
  let genesisHash: Promise<Hex> | undefined;

  return {
    readOwner: (drifterId) =>
      asked(async () => {
        const blockNumber = await readBlockNumber();
        const answer = await call(contractAddress, encodeOwnerOf(drifterId), blockNumber);
        if (answer.kind === "returned") return { owner: decodeOwnerOf(answer.data), blockNumber };
        // Only the contract's own error says so: nodes report faults of theirs as reverts too.
        if (answer.data === noSuchToken) throw new ApiError("drifter.not_found");
        throw new Error(`ownerOf reverted with ${answer.data}.`);
      }),

    recognisesSignature: ({ wallet, hash, signature, blockNumber }) =>
      asked(async () => {
        if (!(await hasCode(wallet, blockNumber))) return false;
        const data = encodeFunctionData({ abi: erc1271Abi, args: [hash, signature] });
        const answer = await call(wallet, data, blockNumber);
        return answer.kind === "returned" && answer.data === erc1271MagicWord;
      }),

    readGenesisHash() {
      genesisHash ??= asked(readGenesisHash).catch((error) => {
        genesisHash = undefined;
        throw error;
      });
      return genesisHash;
    },

    check: () =>
      asked(async () => {
        if (await hasCode(contractAddress, await readBlockNumber())) return;
        throw new Error(`Chain ${chainId} has no contract at ${contractAddress}.`);
      }),
  };

  /** Number of the newest block, after making sure that it is the configured chain's. */
  async function readBlockNumber(): Promise<bigint> {
    const [actualChainId, blockNumber] = await Promise.all([
      client.getChainId(),
      client.getBlockNumber({ cacheTime: 0 }),
    ]);
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

  async function call(to: Address, data: Hex, blockNumber: bigint): Promise<ContractAnswer> {
    try {
      const returned = await client.request({
        method: "eth_call",
        params: [{ to, data }, numberToHex(blockNumber)],
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
      // The transport's own time-out does not cover an answer that stops half-way; this signal does.
      timeout: 0,
      fetchFn: (url, init) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(chainTimeoutMilliseconds) }),
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

/** A revert's data, or undefined if the error is not a contract's revert but the node's. */
function readRevert(error: unknown): Hex | undefined {
  const cause =
    error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  if (!(cause instanceof RpcRequestError)) return undefined;
  const isRevert = cause.code === 3 || /execution reverted/i.test(cause.details);
  if (!isRevert) return undefined;
  const { data } = cause;
  return isHex(data) ? data : "0x";
}

function asBytes(result: unknown): Hex {
  if (isHex(result)) return result;
  throw new Error("The RPC endpoint's answer is not hex.");
}

/** Asks the chain; whatever keeps it from answering is `chain.unavailable`. */
async function asked<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof ApiError ? error : unavailable(error);
  }
}

function unavailable(error: unknown): ApiError {
  return new ApiError("chain.unavailable", { cause: new Error(summarise(error)) });
}

/** The full message of an RPC error repeats the request: the endpoint's key, and signatures. */
function summarise(error: unknown): string {
  if (error instanceof BaseError) return `${error.shortMessage} ${error.details}`.slice(0, 500);
  return error instanceof Error ? error.message : String(error);
}
