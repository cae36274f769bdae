import { type Address, BaseError, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { createChainReader } from "#protocol/chainReader";
import type { DrifterId } from "#protocol/drifterId";
import { readDrifterOwner } from "#protocol/drifterOwner";
import { retryingClient, retryWhenLimited } from "#protocol/rateLimit";
import type { ReceiptChain } from "#protocol/receipt";
import { endpointErrorIn } from "#protocol/rpcEndpointError";
import { createWholeTransferHistory } from "#protocol/transferHistory";
import {
  checkWalletSignature,
  type WalletSignature,
  type WalletSignatureResult,
} from "#protocol/walletSignature";
import { createHoldingsReader, type Holdings } from "./catalogue/holdings.ts";
import { ChainNode, type ChainSettings, NoCollectionError } from "./chainNode.ts";
import { createMintedReader, type MintedPhases } from "./minted/mintedReader.ts";
import { createRedaction } from "./operations/redaction.ts";
import { ApiError } from "./problem.ts";
import type { Freshness } from "./rpc/latestBlock.ts";
import { isRefused } from "./rpc/rpcErrors.ts";
import type { RpcMetrics } from "./rpc/rpcMetrics.ts";
import { createSaleReader, type Sale } from "./sale.ts";
import { findUsedMint, type MintQuestion, type UsedMint } from "./usedMint.ts";
import { createUsedTransactionReader } from "./usedTransactions.ts";

/** Owner of a drifter at one block. */
export interface Ownership {
  owner: Address;
  blockNumber: bigint;
  /** Whether there may be a newer block, as this one was read before the request. */
  mayBeOutdated?: boolean;
}

/** The configured chain. Each method throws `chain.unavailable` when the chain cannot be read. */
export interface Chain {
  /** Reads the owner of a drifter at the latest block; throws `drifter.not_found` if there is no such token. */
  readOwner(drifterId: DrifterId, freshness?: Freshness): Promise<Ownership>;
  /** Reads all drifters of a wallet at the latest block. */
  readHoldings(owner: Address): Promise<Holdings>;
  /** Validates a contract wallet's signature (ERC-1271, ERC-6492). */
  checkWalletSignature(question: WalletSignature): Promise<WalletSignatureResult>;
  /** Reads the collection's sale at the latest block. */
  readSale(freshness?: Freshness): Promise<Sale>;
  /** Reads which IDs are minted at the latest block; the same object while that block is the latest. */
  readMinted(freshness?: Freshness): Promise<MintedPhases>;
  /** Reads the URI of a minted drifter's metadata at the latest block. */
  readTokenURI(drifterId: DrifterId): Promise<string>;
  /** Whether the collection has a phase of this name at that block. */
  hasPhase(name: string, blockNumber: bigint): Promise<boolean>;
  /** Whether an authorisation with this ID has been used by that block. */
  isTransactionUsed(transactionID: string, blockNumber: bigint): Promise<boolean>;
  /** Finds the mint that used a transaction ID; undefined when the chain's data does not prove which it is. */
  readUsedMint(question: MintQuestion): Promise<UsedMint | undefined>;
  /** Hash of block 0; read once. */
  readGenesisHash(): Promise<Hex>;
  /** Checks that the chain is the configured one and has a collection at the configured address. */
  check(): Promise<void>;
}

export function createChain(settings: ChainSettings, metrics?: RpcMetrics): Chain {
  const node = new ChainNode(settings, metrics);
  const redact = createRedaction(...settings.rpcUrls);
  const readSale = createSaleReader(node);
  const isTransactionUsed = createUsedTransactionReader(node);
  const readMinted = createMintedReader(node);
  const readHoldings = createHoldingsReader(node);
  let genesisHash: Promise<Hex> | undefined;

  return {
    readOwner: (drifterId, freshness) =>
      callChain(() => readOwner(node, settings.contractAddress, drifterId, freshness)),
    readHoldings: (owner) => callChain(() => readHoldings(owner)),
    checkWalletSignature: (question) => callChain(() => checkWalletSignature(question, node)),
    readSale: (freshness) => callChain(() => readSale(freshness), saleUnknown),
    readMinted: (freshness) => callChain(() => readMinted(freshness)),
    readTokenURI: (drifterId) => callChain(() => readTokenURI(node, drifterId)),
    hasPhase: (name, blockNumber) => callChain(() => isPhase(node, name, blockNumber)),
    isTransactionUsed: (transactionID, blockNumber) =>
      callChain(() => isTransactionUsed(transactionID, blockNumber), saleUnknown),
    readUsedMint: (question) =>
      callChain(
        () => findUsedMint(node, settings.contractAddress, question).catch(orUnknown),
        saleUnknown,
      ),
    readGenesisHash() {
      genesisHash ??= callChain(() => node.readGenesisHash()).catch((error) => {
        genesisHash = undefined;
        throw error;
      });
      return genesisHash;
    },
    check: () =>
      callChain(async () => {
        node.recheck();
        await node.identify();
      }),
  };

  /** Reads the chain; throws each failure as `chain.unavailable`. */
  async function callChain<Answer>(
    question: () => Promise<Answer>,
    detail?: string,
  ): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      if (error instanceof ApiError) throw error;
      node.forget();
      const isTold = error instanceof NoCollectionError;
      const cause = isTold ? error : new Error(redact(summarise(error)).slice(0, 500));
      throw new ApiError("chain.unavailable", { cause, ...(detail && { detail }) });
    }
  }
}

/** The configured chain for `verifyReceipt`; reports how many blocks it has searched for events. */
export function createReceiptChain(
  settings: ChainSettings,
  onBlocksRead?: (done: bigint, total: bigint) => void,
): ReceiptChain {
  const node = new ChainNode(settings);
  const client = retryingClient(node.client);
  const redact = createRedaction(...settings.rpcUrls);
  return {
    ...createChainReader(client),
    readNewestBlock: () => retryWhenLimited(async () => (await node.identify()).number),
    transfers: createWholeTransferHistory(client, settings.contractAddress, onBlocksRead),
    describeError: (error) => redact(summarise(error)).slice(0, 500),
  };
}

async function readOwner(
  node: ChainNode,
  collection: Address,
  drifterId: DrifterId,
  freshness: Freshness | undefined,
): Promise<Ownership> {
  const { number: blockNumber, mayBeOutdated } = await node.identify(freshness);
  const owner = await readDrifterOwner(collection, drifterId, blockNumber, node);
  if (owner !== undefined) return { owner, blockNumber, mayBeOutdated };
  // The drifter may have been minted since.
  if (mayBeOutdated) return readOwner(node, collection, drifterId, { isFresh: true });
  throw new ApiError("drifter.not_found");
}

async function readTokenURI(node: ChainNode, drifterId: DrifterId): Promise<string> {
  const question = { abi: fringeDriftersAbi, functionName: "tokenURI" } as const;
  const call = encodeFunctionData({ ...question, args: [BigInt(drifterId)] });
  const { number } = await node.identify();
  const data = await node.view(call, number);
  return decodeFunctionResult({ ...question, data });
}

async function isPhase(node: ChainNode, name: string, blockNumber: bigint): Promise<boolean> {
  const question = { abi: fringeDriftersAbi, functionName: "AllPhases" } as const;
  const data = await node.view(encodeFunctionData({ ...question, args: [name] }), blockNumber);
  const [, endPoint] = decodeFunctionResult({ ...question, data });
  return endPoint > 0n;
}

/** A node without old state, or with narrow limits on events, works, but does not have the answer. */
function orUnknown(error: unknown): undefined {
  if (!isRefused(error)) throw error;
}

const saleUnknown =
  "The service can't reach the network to read the sale: nothing was signed. Wait a moment, then send the request again.";

/**
 * A short description of an error. The full message of an RPC error repeats the request: the endpoint's key, and
 * signatures.
 */
export function summarise(error: unknown): string {
  const told = endpointErrorIn(error);
  if (told !== undefined) return told.message;
  if (error instanceof BaseError) {
    return [error.shortMessage, error.details, codedMessage(error)].filter(Boolean).join(" ");
  }
  return error instanceof Error ? error.message : String(error);
}

/** The network error at the root: `connect ECONNREFUSED 127.0.0.1:8545`. */
function codedMessage(error: BaseError): string | undefined {
  let cause: unknown = error.walk();
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.message
    : undefined;
}
