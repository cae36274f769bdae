import { hashMessage, isAddressEqual } from "viem";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { recoverSigner } from "#protocol/recoverSigner";
import type { Chain, Ownership } from "./chain.ts";
import { ApiError } from "./problem.ts";

/** Throws unless the owner signed the message: with its key, or as a contract wallet. */
export async function assertSignedByOwner(
  { signedMessage, signature }: Pick<NarrativeSaveRequest, "signedMessage" | "signature">,
  { owner, blockNumber }: Ownership,
  chain: Pick<Chain, "recognisesSignature">,
): Promise<void> {
  const signer = await recoverSigner(signedMessage, signature);
  if (signer !== undefined && isAddressEqual(signer, owner)) return;
  const hash = hashMessage(signedMessage);
  if (await chain.recognisesSignature({ wallet: owner, hash, signature, blockNumber })) return;
  throw new ApiError(signer === undefined ? "signature.invalid" : "owner.mismatch");
}
