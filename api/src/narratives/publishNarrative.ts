import { isHex, size } from "viem";
import { isStorableText } from "#protocol/stories/narrative";
import { narrativeHash, ownershipMessage } from "#protocol/stories/narrativeMessage";
import type { DrifterId } from "#protocol/values/drifterId";
import type { NarrativeSaveRequest, SignedRevision } from "#protocol/wire/responses";
import { saveRequestSchema } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import type { BoundedQueue } from "../base/boundedQueue.ts";
import type { Chain, Ownership } from "../chain/chain.ts";
import type { RateLimit } from "../http/rateLimit.ts";
import { parseJsonBody } from "../http/readBody.ts";
import type { Precondition } from "../http/revisionTag.ts";
import type { Settings } from "../settings/settings.ts";
import { assertSignedByOwner } from "./signature.ts";
import type { NarrativeDraft, NarrativeStore, SaveOutcome } from "./store.ts";

/** An unverified request. */
export interface Publication {
  /** The token ID in the path. */
  drifterId: DrifterId;
  bodyBytes: Buffer;
  /** Precondition from `If-Match` and `If-None-Match`. */
  precondition: Precondition;
  /** Counts the attempt against the client's address; throws `rate.limited`. */
  countAttempt: () => void;
}

export interface PublishDependencies {
  chain: Chain;
  store: NarrativeStore;
  settings: Pick<Settings, "chainId" | "contract">;
  /** Rate limit per token for saves. */
  tokenSaves: RateLimit;
  /** Rate limit per wallet for failed contract-wallet signature checks, which may be expensive for the node. */
  failedWalletChecks: RateLimit;
  queue: Pick<BoundedQueue, "run">;
}

/** Maximum signature length in bytes; longer signatures are rejected without an RPC call. */
const maxSignatureBytes = 16_384;

/** Publishes a story if the token's current owner signed it. Cheap checks come first, then the queue. */
export async function publishNarrative(
  { drifterId, bodyBytes, precondition, countAttempt }: Publication,
  dependencies: PublishDependencies,
): Promise<SignedRevision> {
  const request = readRequest(bodyBytes, drifterId);
  assertStorableText(request);
  assertMessageMatches(request);
  countAttempt();
  return dependencies.queue.run(() => verifyAndSave(request, precondition, dependencies));
}

async function verifyAndSave(
  request: NarrativeSaveRequest,
  precondition: Precondition,
  dependencies: PublishDependencies,
): Promise<SignedRevision> {
  const { store, settings, tokenSaves } = dependencies;
  await assertNotReplaced(request, store);
  const ownership = await verifyOwner(request, dependencies);
  // Counted after verification and only for actual saves, because anybody can replay what the owner signed.
  tokenSaves.count(request.drifterId);
  const outcome = await store.save(createDraft(request, ownership, settings), precondition);
  if (outcome.kind !== "saved") tokenSaves.release(request.drifterId);
  return acceptedRecord(outcome);
}

function readRequest(bodyBytes: Buffer, drifterId: DrifterId): NarrativeSaveRequest {
  const { signature, ...body } = parseJsonBody(bodyBytes, saveRequestSchema);
  if (body.drifterId !== drifterId) {
    throw new ApiError("request.malformed", {
      detail: "The body's drifterId differs from the path's.",
    });
  }
  const isWhole = isHex(signature) && signature.length % 2 === 0;
  if (!isWhole || size(signature) > maxSignatureBytes) throw new ApiError("signature.invalid");
  return { ...body, signature };
}

function assertStorableText({ narrative }: NarrativeSaveRequest): void {
  if (!isStorableText(narrative)) throw new ApiError("narrative.malformed_text");
}

function assertMessageMatches({ drifterId, narrative, signedMessage }: NarrativeSaveRequest): void {
  const hash = narrativeHash(narrative);
  const expected = ownershipMessage(drifterId, hash);
  if (signedMessage === expected) return;
  const beforeHash = expected.slice(0, -hash.length);
  const isForThisToken = signedMessage.startsWith(beforeHash);
  const carriesHash = /^[0-9a-f]{64}$/.test(signedMessage.slice(beforeHash.length));
  throw new ApiError(isForThisToken && carriesHash ? "hash.mismatch" : "message.mismatch");
}

/** Checked before the signature, so that a replaced text is rejected under any signature. */
async function assertNotReplaced(
  { drifterId, narrative }: NarrativeSaveRequest,
  store: NarrativeStore,
): Promise<void> {
  if (await store.wasReplaced(drifterId, narrativeHash(narrative))) {
    throw new ApiError("narrative.replaced");
  }
}

/** Throws unless the token's owner signed the request. */
async function verifyOwner(
  request: NarrativeSaveRequest,
  { chain, failedWalletChecks }: PublishDependencies,
): Promise<Ownership> {
  const ownership = await chain.readOwnerNow(request.drifterId);
  const wallets = limitFailedChecks(request.drifterId, chain, failedWalletChecks);
  await assertSignedByOwner(request, ownership, wallets);
  return ownership;
}

/**
 * Counts each check when it starts and releases it on success, so that concurrent checks cannot
 * exceed the limit on failures.
 */
function limitFailedChecks(
  drifterId: DrifterId,
  chain: Chain,
  failedChecks: RateLimit,
): Pick<Chain, "checkWalletSignature"> {
  return {
    async checkWalletSignature(signature) {
      failedChecks.count(drifterId);
      const result = await chain.checkWalletSignature(signature);
      if (result !== "rejected") failedChecks.release(drifterId);
      return result;
    },
  };
}

function createDraft(
  request: NarrativeSaveRequest,
  { owner, blockNumber }: Ownership,
  { chainId, contract }: PublishDependencies["settings"],
): NarrativeDraft {
  return {
    ...request,
    author: owner,
    blockNumber: Number(blockNumber),
    chainId,
    contract,
  };
}

function acceptedRecord(outcome: SaveOutcome): SignedRevision {
  switch (outcome.kind) {
    case "saved":
    case "unchanged":
      return outcome.record;
    case "replaced":
      throw new ApiError("narrative.replaced");
    case "stale":
      throw new ApiError("revision.mismatch");
  }
}
