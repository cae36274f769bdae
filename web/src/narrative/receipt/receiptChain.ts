import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createClient,
  defineChain,
  type Hex,
  http,
  isErc6492Signature,
  isHex,
  numberToHex,
  parseAbi,
  RpcRequestError,
} from "viem";
import { getBlockNumber, getChainId, readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import type { RuntimeConfig } from "#protocol/runtimeConfig";

interface Unknown {
  kind: "unknown";
  /** Why the chain gave no answer, and what helps. */
  why: string;
}

export type OwnerAnswer = { kind: "owned"; owner: Address } | { kind: "nobody" } | Unknown;
export type WalletAnswer = { kind: "recognised" | "refused" | "noWallet" } | Unknown;

interface WalletQuestion {
  wallet: Address;
  hash: Hex;
  signature: Hex;
  blockNumber: bigint;
}

/** The chain as receipts need it: it is asked about a block of the past, and may have forgotten it. */
export interface ReceiptChain {
  askOwner(drifterId: string, blockNumber: bigint): Promise<OwnerAnswer>;
  /** Asks whether an account is a contract wallet that recognises a signature (ERC-1271). */
  askWallet(question: WalletQuestion): Promise<WalletAnswer>;
}

const walletAbi = parseAbi(["function isValidSignature(bytes32, bytes) view returns (bytes4)"]);
const walletSaysYes = "0x1626ba7e";
/** The JSON-RPC code by which nodes report a contract's own refusal. */
const executionReverted = 3;
const timeoutMilliseconds = 10_000;

const noWallet: WalletAnswer = { kind: "noWallet" };
// What it would say can be asked (ERC-6492), but that takes a contract's code, which no page needs to carry.
const unmadeWallet: WalletAnswer = unknown(
  "The wallet was not made yet at that block. Download the receipt and run npm run verify.",
);

/** Asks the node that this page was told of. */
export function createReceiptChain(
  settings: Pick<RuntimeConfig, "chain" | "contractAddress">,
): ReceiptChain {
  const chain = defineChain(settings.chain);
  const transport = http(undefined, { timeout: timeoutMilliseconds, retryCount: 0 });
  // A contract wallet must not send the reader's browser to a URL of its choice (ERC-3668).
  const client = createClient({ chain, transport, ccipRead: false });

  return {
    askOwner: (drifterId, blockNumber) =>
      about(blockNumber, async () => {
        try {
          const owner = await readContract(client, {
            abi: fringeDriftersAbi,
            address: settings.contractAddress,
            functionName: "ownerOf",
            args: [BigInt(drifterId)],
            blockNumber,
          });
          return { kind: "owned", owner } as const;
        } catch (error) {
          if (revertName(error) === "OwnerQueryForNonexistentToken") return { kind: "nobody" };
          throw error;
        }
      }),

    askWallet: ({ wallet, hash, signature, blockNumber }) =>
      about(blockNumber, async () => {
        const block = numberToHex(blockNumber);
        const code: unknown = await client.request({
          method: "eth_getCode",
          params: [wallet, block],
        });
        if (!isHex(code)) throw new Error("The node does not say whether there is a contract.");
        if (code === "0x") return isErc6492Signature(signature) ? unmadeWallet : noWallet;
        try {
          const answer = await readContract(client, {
            abi: walletAbi,
            address: wallet,
            functionName: "isValidSignature",
            args: [hash, signature],
            blockNumber,
          });
          return { kind: answer === walletSaysYes ? "recognised" : "refused" } as const;
        } catch (error) {
          if (isRevert(error)) return { kind: "refused" };
          throw error;
        }
      }),
  };

  /** Puts a question about a block, after making sure that this chain has come to it. */
  async function about<Answer>(
    blockNumber: bigint,
    ask: () => Promise<Answer>,
  ): Promise<Answer | Unknown> {
    const newest = await findNewestBlock().catch(() => undefined);
    if (newest === undefined)
      return unknown("The chain's node does not answer now. Check again later.");
    if (newest < blockNumber) {
      return unknown(
        `The chain has come to block ${newest} only. Check again once it is past ${blockNumber}.`,
      );
    }
    return ask().catch(() =>
      unknown(
        `The node does not know block ${blockNumber} any more. Download the receipt and run npm run verify with an archive node.`,
      ),
    );
  }

  async function findNewestBlock(): Promise<bigint> {
    const [id, number] = await Promise.all([
      getChainId(client),
      getBlockNumber(client, { cacheTime: 0 }),
    ]);
    if (id !== chain.id) throw new Error(`The node serves chain ${id}, not ${chain.id}.`);
    return number;
  }
}

function unknown(why: string): Unknown {
  return { kind: "unknown", why };
}

/** The name of the error with which the contract refused. */
function revertName(error: unknown): string | undefined {
  const revert =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  return revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined;
}

/** Whether the contract itself refused: viem takes a node's own failures for reverts, too. */
function isRevert(error: unknown): boolean {
  const cause =
    error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError);
  return cause instanceof RpcRequestError && cause.code === executionReverted;
}
