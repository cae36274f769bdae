import {
  type Address,
  BaseError,
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { DrifterId } from "#protocol/drifterId";
import { ChainNode, NoCollectionError } from "./chainNode.ts";
import type { Settings } from "./env.ts";
import { createRedaction } from "./operations/redaction.ts";
import { ApiError } from "./problem.ts";
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
  /** Asks whether the collection has a phase of this name at that block. */
  hasPhase(name: string, blockNumber: bigint): Promise<boolean>;
  /** Asks whether an authorisation with this id has been used by that block. */
  isTransactionUsed(transactionID: string, blockNumber: bigint): Promise<boolean>;
  /** Hash of block 0, asked for until it is known. */
  readGenesisHash(): Promise<Hex>;
  /** Checks that the chain is the configured one and has a collection at the configured address. */
  check(): Promise<void>;
}

const noSuchToken = encodeErrorResult({
  abi: fringeDriftersAbi,
  errorName: "OwnerQueryForNonexistentToken",
});

export function createChain(
  settings: Pick<Settings, "rpcUrl" | "chainId" | "contractAddress" | "chainTimeoutMilliseconds">,
): Chain {
  const node = new ChainNode(settings);
  const redact = createRedaction(settings.rpcUrl);
  let genesisHash: Promise<Hex> | undefined;

  return {
    readOwner: (drifterId, blockNumber) =>
      asked(() => askOwner(node, settings.contractAddress, drifterId, blockNumber)),
    recognisesSignature: (question) => asked(() => askWallet(node, question)),
    readSale: () => asked(() => askSale(node), saleUnknown),
    hasPhase: (name, blockNumber) => asked(() => askWhetherPhase(node, name, blockNumber)),
    isTransactionUsed: (transactionID, blockNumber) =>
      asked(() => askWhetherUsed(node, transactionID, blockNumber), saleUnknown),
    readGenesisHash() {
      genesisHash ??= asked(() => node.readGenesisHash()).catch((error) => {
        genesisHash = undefined;
        throw error;
      });
      return genesisHash;
    },
    check: () =>
      asked(async () => {
        node.forget();
        await node.identify();
      }),
  };

  /** Asks the chain; whatever keeps it from answering is `chain.unavailable`. */
  async function asked<Answer>(question: () => Promise<Answer>, detail?: string): Promise<Answer> {
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

async function askOwner(
  node: ChainNode,
  collection: Address,
  drifterId: DrifterId,
  givenBlock: bigint | undefined,
): Promise<Ownership> {
  const question = { abi: fringeDriftersAbi, functionName: "ownerOf" } as const;
  const newestBlock = await node.identify();
  const blockNumber = givenBlock ?? newestBlock;
  const data = encodeFunctionData({ ...question, args: [BigInt(drifterId)] });
  const answer = await node.call(collection, data, blockNumber);
  if (answer.kind === "returned") {
    return { owner: decodeFunctionResult({ ...question, data: answer.data }), blockNumber };
  }
  // Only the contract's own error says so: nodes report faults of theirs as reverts too.
  if (answer.data === noSuchToken) throw new ApiError("drifter.not_found");
  throw new Error(`ownerOf reverted with ${answer.data}.`);
}

async function askWallet(
  node: ChainNode,
  { wallet, hash, signature, blockNumber }: WalletQuestion,
): Promise<boolean> {
  const isDeployed = await node.hasCode(wallet, blockNumber);
  const question = isDeployed
    ? askDeployedWallet(hash, signature)
    : askFutureWallet(wallet, hash, signature);
  if (question === undefined) return false;
  const answer = await node.call(isDeployed ? wallet : undefined, question.data, blockNumber);
  return answer.kind === "returned" && answer.data === question.yes;
}

async function askSale(node: ChainNode): Promise<Sale> {
  const blockNumber = await node.identify();
  const read = (question: Hex) => node.view(question, blockNumber);
  return { ...decodeSale(await Promise.all(saleQuestions.map(read))), blockNumber };
}

async function askWhetherPhase(
  node: ChainNode,
  name: string,
  blockNumber: bigint,
): Promise<boolean> {
  const question = { abi: fringeDriftersAbi, functionName: "AllPhases" } as const;
  const data = await node.view(encodeFunctionData({ ...question, args: [name] }), blockNumber);
  const [, endPoint] = decodeFunctionResult({ ...question, data });
  return endPoint > 0n;
}

async function askWhetherUsed(
  node: ChainNode,
  transactionID: string,
  blockNumber: bigint,
): Promise<boolean> {
  const question = { abi: fringeDriftersAbi, functionName: "usedTransactions" } as const;
  const args = [transactionID] as const;
  const data = await node.view(encodeFunctionData({ ...question, args }), blockNumber);
  return decodeFunctionResult({ ...question, data });
}

const saleUnknown =
  "The service can't reach the network to read the sale: nothing was signed. Wait a moment, then send the request again.";

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

/**
 * What an error says in short. The full message of an RPC error repeats the request: the endpoint's key, and
 * signatures.
 */
export function summarise(error: unknown): string {
  if (error instanceof BaseError) {
    return [error.shortMessage, error.details, codedMessage(error)].filter(Boolean).join(" ");
  }
  return error instanceof Error ? error.message : String(error);
}

/** What the network said at the bottom of it: `connect ECONNREFUSED 127.0.0.1:8545`. */
function codedMessage(error: BaseError): string | undefined {
  let cause: unknown = error.walk();
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.message
    : undefined;
}
