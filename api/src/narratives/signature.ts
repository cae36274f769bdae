import { bytesToHex, hexToBytes } from "viem";
import { publicKeyToAddress } from "viem/accounts";
import type { CollectionRef } from "#protocol/collectionRef";
import { checkMessageSignature, type RecoverAddress } from "#protocol/messageSignature";
import type { NarrativeSaveRequest, SignedRevision } from "#protocol/responses";
import {
  type ProofStep,
  type RevisionChain,
  verifyRevision as verify,
} from "#protocol/verifyRevision";
import type { Chain, Ownership } from "../chain/chain.ts";
import { ApiError } from "../http/problem.ts";

/** Throws unless the owner signed the message, with its key or as a contract wallet. */
export async function assertSignedByOwner(
  { signedMessage, signature }: Pick<NarrativeSaveRequest, "signedMessage" | "signature">,
  { owner, blockNumber }: Ownership,
  chain: Pick<Chain, "checkWalletSignature">,
): Promise<void> {
  const message = { account: owner, signedMessage, signature, blockNumber };
  const { kind, signer } = await checkMessageSignature(
    message,
    (query) => chain.checkWalletSignature(query),
    recoverAddress,
  );
  if (kind === "byKey" || kind === "recognized") return;
  throw new ApiError(signer === undefined ? "signature.invalid" : "owner.mismatch");
}

type Secp256k1 = typeof import("tiny-secp256k1");

/** Loaded with the first signature, so that a service without saves spends nothing on it. */
let secp256k1: Promise<Secp256k1> | undefined;

/** viem's `recoverAddress` with libsecp256k1 as WebAssembly, which needs an eighth of the CPU time. */
export const recoverAddress: RecoverAddress = async ({ hash, signature }) => {
  secp256k1 ??= import("tiny-secp256k1");
  const { recover } = await secp256k1;
  const bytes = hexToBytes(signature);
  const parity = bytes[64] === 27 ? 0 : 1;
  const publicKey = recover(hexToBytes(hash), bytes.subarray(0, 64), parity);
  if (publicKey === null) throw new Error("No signer can be recovered from this signature.");
  return publicKeyToAddress(bytesToHex(publicKey));
};

/** The protocol's `verifyRevision` with this service's recovery of signers, for thousands of signed revisions. */
export function verifyRevision(
  signed: SignedRevision,
  collection: CollectionRef,
  chain: RevisionChain | undefined,
): Promise<ProofStep[]> {
  return verify(signed, collection, chain, recoverAddress);
}
