import { type Address, isAddressEqual } from "viem";
import type { ChainReader } from "../chain/chainReader.ts";
import type { CollectionRef } from "../chain/collectionRef.ts";
import { checkMessageSignature, type MessageSignatureResult } from "../chain/messageSignature.ts";
import { findEndpointError } from "../chain/rpcEndpointError.ts";
import { readTokenOwner } from "../chain/tokenOwner.ts";
import type { OwnerByEvents, TransferHistory } from "../chain/transferHistory.ts";
import { checkWalletSignature, type WalletSignature } from "../chain/walletSignature.ts";
import type { DrifterId } from "../values/drifterId.ts";
import { tokenTitle } from "../values/noun.ts";
import type { SignedRevision } from "../wire/responses.ts";
import { isStorableText } from "./narrative.ts";
import { narrativeHash, ownershipMessage } from "./narrativeMessage.ts";

/** Result of one check on a signed revision. */
export interface ProofStep {
  name: "Text" | "Message" | "Collection" | "Signature" | "Owner";
  outcome: "passed" | "failed" | "not checkable";
  /** Sentences that describe the result. */
  finding: string;
  /** What the result is based on: the signed revision itself, or the node's state or events. */
  basis: "revision" | "state" | "events";
}

/** Result of all steps: `unproved` if none failed but some could not be checked. */
export type ProofResult = "proved" | "unproved" | "false";

/** Reads the collection's chain, including past blocks. */
export interface RevisionChain extends ChainReader {
  /**
   * Reads the latest block number.
   *
   * @throws {RpcEndpointError} if the node does not serve the collection's chain.
   */
  readLatestBlock(): Promise<bigint>;
  /** Reads past owners from events, for a node without historical state. */
  transfers?: TransferHistory;
  /** Describes an error thrown by these methods in a sentence, for a step's finding. */
  describeError?(error: unknown): string;
}

/**
 * Verifies a signed revision, trusting only the chain.
 *
 * @param chain if undefined, checks only what the signed revision proves without a chain.
 * @returns the five steps in a fixed order; a step is "not checkable" if the node fails.
 * @example
 * const steps = await verifyRevision(signed, { chainId: 1, contract }, chain);
 * const result = summarizeProof(steps); // "proved", "unproved" or "false"
 */
export async function verifyRevision(
  signed: SignedRevision,
  collection: CollectionRef,
  chain: RevisionChain | undefined,
): Promise<ProofStep[]> {
  const hash = narrativeHash(signed.narrative);
  const isOurs = isForCollection(signed, collection);
  const reader = createReaderAt(signed.blockNumber, isOurs ? chain : undefined);
  const local = [checkText(signed, hash), checkMessage(signed, hash), checkTerms(signed, isOurs)];
  const others = await Promise.all([checkSignature(signed, reader), checkOwner(signed, reader)]);
  return [...local, ...others];
}

export function summarizeProof(steps: readonly ProofStep[]): ProofResult {
  if (steps.some(({ outcome }) => outcome === "failed")) return "false";
  return steps.every(({ outcome }) => outcome === "passed") ? "proved" : "unproved";
}

const createStep =
  (outcome: ProofStep["outcome"]) =>
  (name: ProofStep["name"], finding: string): ProofStep => ({
    name,
    outcome,
    finding,
    basis: "revision",
  });
const passed = createStep("passed");
const failed = createStep("failed");
const notCheckable = createStep("not checkable");

function checkText({ narrative, signedMessage }: SignedRevision, hash: string): ProofStep {
  if (!isStorableText(narrative)) {
    return failed(
      "Text",
      "The text contains a lone surrogate or a NUL, so different texts have the same hash.",
    );
  }
  return signedMessage.endsWith(hash)
    ? passed("Text", `The text's SHA-256 is ${hash}, which matches the message.`)
    : failed("Text", `The text's SHA-256 is ${hash}, but the message contains a different hash.`);
}

function checkMessage({ drifterId, signedMessage }: SignedRevision, hash: string): ProofStep {
  return signedMessage === ownershipMessage(drifterId, hash)
    ? passed("Message", `“${signedMessage}”`)
    : failed(
        "Message",
        `“${signedMessage}” is not the ownership message for ${tokenTitle(drifterId)} and this text.`,
      );
}

function isForCollection(
  { chainId, contract }: SignedRevision,
  collection: CollectionRef,
): boolean {
  return chainId === collection.chainId && isAddressEqual(contract, collection.contract);
}

function checkTerms({ chainId, contract }: SignedRevision, isOurs: boolean): ProofStep {
  const terms = `The revision is for the contract ${contract} on chain ${chainId}`;
  return isOurs
    ? passed("Collection", `${terms}, as expected.`)
    : failed("Collection", `${terms}, which is not the expected collection.`);
}

async function checkSignature(signed: SignedRevision, chain: ReaderAt): Promise<ProofStep> {
  const { author, signedMessage, signature, blockNumber } = signed;
  const message = { account: author, signedMessage, signature, blockNumber: BigInt(blockNumber) };
  const checkWallet = (walletSignature: WalletSignature) =>
    checkWalletSignature(walletSignature, chain);
  try {
    return signatureStep(author, await checkMessageSignature(message, checkWallet));
  } catch (error) {
    const unchecked =
      "The author's own key did not sign; validating a contract wallet's signature requires the chain.";
    return addBasis(notCheckable("Signature", `${unchecked} ${chain.explain(error)}`));
  }
}

function signatureStep(author: Address, { kind, signer }: MessageSignatureResult): ProofStep {
  const wallet = `The author ${author} is a contract wallet, and it`;
  switch (kind) {
    case "byKey":
      return passed("Signature", `Signed by the key of ${author}, the author.`);
    case "recognized":
      return addBasis(passed("Signature", `${wallet} recognizes the signature.`));
    case "rejected":
      return addBasis(failed("Signature", `${wallet} does not recognize the signature.`));
    case "noWallet":
      return addBasis(
        failed(
          "Signature",
          signer
            ? `Signed by the key of ${signer}, not by the author ${author}.`
            : "No signer can be recovered from the signature.",
        ),
      );
  }
}

async function checkOwner(signed: SignedRevision, chain: ReaderAt): Promise<ProofStep> {
  try {
    return addBasis(await checkOwnerByState(signed, chain));
  } catch (noState) {
    try {
      const step = await checkOwnerByEvents(signed, chain);
      return addBasis(step ?? notCheckable("Owner", chain.explain(noState)), "events");
    } catch (noEvents) {
      const reason = findEndpointError(noEvents) ? noEvents : noState;
      return addBasis(notCheckable("Owner", chain.explain(reason)));
    }
  }
}

async function checkOwnerByState(
  { drifterId, author, blockNumber, contract }: SignedRevision,
  chain: ReaderAt,
): Promise<ProofStep> {
  const when = `At block ${blockNumber}`;
  const owner = await readTokenOwner(contract, drifterId, BigInt(blockNumber), chain);
  if (owner === undefined)
    return failed("Owner", `${when} ${tokenTitle(drifterId)} did not exist.`);
  return isAddressEqual(owner, author)
    ? passed(
        "Owner",
        `${when} ${author} owned ${tokenTitle(drifterId)}, according to the state at that block.`,
      )
    : failed(
        "Owner",
        `${when} ${tokenTitle(drifterId)} was owned by ${owner}, not by the author ${author}.`,
      );
}

/** Checks the owner by events. @returns undefined if the events do not show the owner. */
async function checkOwnerByEvents(
  { drifterId, author, blockNumber }: SignedRevision,
  chain: ReaderAt,
): Promise<ProofStep | undefined> {
  const found = await chain.ownerByEvents(drifterId, BigInt(blockNumber));
  if (found === undefined) return undefined;
  const { owner, since } = found;
  const basis = `by the last Transfer event that the node returned, in block ${since}`;
  return isAddressEqual(owner, author)
    ? passed("Owner", `At block ${blockNumber} ${author} owned ${tokenTitle(drifterId)}, ${basis}.`)
    : failed(
        "Owner",
        `At block ${blockNumber} ${tokenTitle(drifterId)} was owned by ${owner}, ${basis}, not by the author ${author}.`,
      );
}

/** Reads the chain after checking that it has reached the signed revision's block. */
interface ReaderAt extends ChainReader {
  /** Determines the owner from events; undefined if the chain was not read or has no events. */
  ownerByEvents(drifterId: DrifterId, blockNumber: bigint): Promise<OwnerByEvents | undefined>;
  /** Explains in sentences why a step could not be checked. */
  explain(error: unknown): string;
}

/** Explains why the chain was not read at a signed revision's block. */
class NotReadError extends Error {}

function createReaderAt(block: number, chain: RevisionChain | undefined): ReaderAt {
  let ready: Promise<RevisionChain> | undefined;
  const readyChain = () => {
    ready ??= assertHasBlock(BigInt(block), chain);
    return ready;
  };
  return {
    hasCode: async (...question) => (await readyChain()).hasCode(...question),
    call: async (...question) => (await readyChain()).call(...question),
    ownerByEvents: async (...question) => (await readyChain()).transfers?.ownerAt(...question),
    explain: (error) =>
      error instanceof NotReadError
        ? error.message
        : formatReason(
            error,
            `The node can't read the state of block ${block}; an archive node can.`,
            chain,
          ),
  };
}

/** Caches each chain's latest known block, so that thousands of signed revisions need one request. */
const latestBlocks = new WeakMap<RevisionChain, bigint>();

async function assertHasBlock(
  block: bigint,
  chain: RevisionChain | undefined,
): Promise<RevisionChain> {
  if (chain === undefined) throw new NotReadError("The chain was not checked.");
  if (block <= (latestBlocks.get(chain) ?? -1n)) return chain;
  const newest = await chain.readLatestBlock().catch((error: unknown) => {
    throw new NotReadError(
      formatReason(error, "Can't reach the network; check again later.", chain),
    );
  });
  latestBlocks.set(chain, newest);
  if (newest >= block) return chain;
  throw new NotReadError(
    `The node's latest block is ${newest}: check again once it has block ${block}, or use another node.`,
  );
}

/** Returns an RPC endpoint error's own message, or `sentence` with the chain's description of the error. */
function formatReason(error: unknown, sentence: string, chain: RevisionChain | undefined): string {
  const fault = findEndpointError(error);
  if (fault) return fault.message;
  const cause = chain?.describeError?.(error) ?? "";
  return [sentence, cause.replace(/[^.]$/, "$&.")].filter(Boolean).join(" ");
}

function addBasis(step: ProofStep, basis: "state" | "events" = "state"): ProofStep {
  return { ...step, basis };
}
