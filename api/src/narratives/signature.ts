import { checkMessageSignature } from "#protocol/chain/messageSignature";
import type { NarrativeSaveRequest } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import type { Chain, Ownership } from "../chain/chain.ts";

/** Throws unless the owner signed the message, with a key or as a contract wallet. */
export async function assertSignedByOwner(
  { signedMessage, signature }: Pick<NarrativeSaveRequest, "signedMessage" | "signature">,
  { owner, blockNumber }: Ownership,
  chain: Pick<Chain, "checkWalletSignature">,
): Promise<void> {
  const message = { account: owner, signedMessage, signature, blockNumber };
  const { kind, signer } = await checkMessageSignature(message, (query) =>
    chain.checkWalletSignature(query),
  );
  if (kind === "byKey" || kind === "recognized") return;
  throw new ApiError(signer === undefined ? "signature.invalid" : "owner.mismatch");
}
