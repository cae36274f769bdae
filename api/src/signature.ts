import { checkMessageSignature } from "#protocol/messageSignature";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import type { Chain, Ownership } from "./chain.ts";
import { ApiError } from "./problem.ts";
import { recoverAddress } from "./recoverAddress.ts";

/** Throws unless the owner signed the message, with its key or as a contract wallet. */
export async function assertSignedByOwner(
  { signedMessage, signature }: Pick<NarrativeSaveRequest, "signedMessage" | "signature">,
  { owner, blockNumber }: Ownership,
  chain: Pick<Chain, "checkWalletSignature">,
): Promise<void> {
  const signed = { account: owner, signedMessage, signature, blockNumber };
  const { kind, signer } = await checkMessageSignature(
    signed,
    (question) => chain.checkWalletSignature(question),
    recoverAddress,
  );
  if (kind === "byKey" || kind === "recognised") return;
  throw new ApiError(signer === undefined ? "signature.invalid" : "owner.mismatch");
}
