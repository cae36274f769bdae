import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  ExecutionRevertedError,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
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

export function createChain(
  settings: Pick<Settings, "rpcUrl" | "chainId" | "contractAddress" | "chainTimeoutMilliseconds">,
): Chain {
  const { chainId, contractAddress: address } = settings;
  const client = createClient(settings);
  let genesisHash: Promise<Hex> | undefined;

  /** Number of the newest block, after making sure that it is the configured chain's. */
  async function readBlockNumber(): Promise<bigint> {
    const [actualChainId, blockNumber] = await Promise.all([
      client.getChainId(),
      client.getBlockNumber({ cacheTime: 0 }),
    ]);
    if (actualChainId === chainId) return blockNumber;
    throw new Error(`The RPC endpoint serves chain ${actualChainId}, not chain ${chainId}.`);
  }

  async function readOwnerAt(blockNumber: bigint, drifterId: DrifterId): Promise<Ownership> {
    const owner = await client.readContract({
      abi: fringeDriftersAbi,
      address,
      functionName: "ownerOf",
      args: [BigInt(drifterId)],
      blockNumber,
    });
    return { owner, blockNumber };
  }

  return {
    async readOwner(drifterId) {
      try {
        return await readOwnerAt(await readBlockNumber(), drifterId);
      } catch (error) {
        throw saysNoSuchToken(error) ? new ApiError("drifter.not_found") : unavailable(error);
      }
    },

    async recognisesSignature({ wallet, hash, signature, blockNumber }) {
      try {
        const code = await client.getCode({ address: wallet, blockNumber });
        if (code === undefined) return false;
        const args = [hash, signature] as const;
        const data = encodeFunctionData({ abi: erc1271Abi, args });
        const answer = await client.call({ to: wallet, data, blockNumber });
        return answer.data === erc1271MagicWord;
      } catch (error) {
        if (saysReverted(error)) return false;
        throw unavailable(error);
      }
    },

    readGenesisHash() {
      genesisHash ??= readGenesisHash().catch((error) => {
        genesisHash = undefined;
        throw unavailable(error);
      });
      return genesisHash;
    },

    async check() {
      try {
        const blockNumber = await readBlockNumber();
        const code = await client.getCode({ address, blockNumber });
        if (code === undefined) throw new Error(`Chain ${chainId} has no contract at ${address}.`);
      } catch (error) {
        throw unavailable(error);
      }
    },
  };

  async function readGenesisHash(): Promise<Hex> {
    await readBlockNumber();
    const { hash } = await client.getBlock({ blockNumber: 0n });
    return hash;
  }
}

function createClient({
  rpcUrl,
  chainTimeoutMilliseconds,
}: Pick<Settings, "rpcUrl" | "chainTimeoutMilliseconds">) {
  return createPublicClient({
    // Following an off-chain lookup (ERC-3668) would let any contract send this server to any URL.
    ccipRead: false,
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

/** Only the contract's own error says so: nodes report their own faults as reverts without it. */
function saysNoSuchToken(error: unknown): boolean {
  const revert = walk(error, ContractFunctionRevertedError);
  return revert?.data?.errorName === "OwnerQueryForNonexistentToken";
}

function saysReverted(error: unknown): boolean {
  return walk(error, ExecutionRevertedError) !== undefined;
}

function walk<Found extends Error>(
  error: unknown,
  Kind: new (...args: never[]) => Found,
): Found | undefined {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof Kind) : error;
  return found instanceof Kind ? found : undefined;
}

function unavailable(error: unknown): ApiError {
  return new ApiError("chain.unavailable", { cause: new Error(summarise(error)) });
}

/** The full message of an RPC error repeats the request: the endpoint's key, and signatures. */
function summarise(error: unknown): string {
  if (error instanceof BaseError) return `${error.shortMessage} ${error.details}`.slice(0, 500);
  return error instanceof Error ? error.message : String(error);
}
