import { type Address, type Hex, hashMessage, isAddressEqual } from "viem";
import { type RecoverAddress, recoverSigner } from "./recoverSigner.ts";
import type { WalletSignature, WalletSignatureResult } from "./walletSignature.ts";

/** A message with a signature that claims to be an account's (EIP-191). */
export interface SignedMessage {
  account: Address;
  signedMessage: string;
  signature: Hex;
  /** The block at which a contract wallet is called. */
  blockNumber: bigint;
}

export interface MessageSignatureResult {
  /** `byKey` if the account's own key signed; otherwise the result of the contract wallet. */
  kind: "byKey" | WalletSignatureResult;
  /** Account recovered from the signature; undefined if it is not a key's. */
  signer: Address | undefined;
}

/**
 * Finds out who signed a message. `askWallet` is called only if it was not the account's own key.
 *
 * @param askWallet `checkWalletSignature` of a chain; its errors are thrown unchanged.
 * @param recover viem's by default.
 */
export async function checkMessageSignature(
  { account, signedMessage, signature, blockNumber }: SignedMessage,
  askWallet: (question: WalletSignature) => Promise<WalletSignatureResult>,
  recover?: RecoverAddress,
): Promise<MessageSignatureResult> {
  const signer = await recoverSigner(signedMessage, signature, recover);
  if (signer !== undefined && isAddressEqual(signer, account)) return { kind: "byKey", signer };
  const hash = hashMessage(signedMessage);
  const kind = await askWallet({ wallet: account, hash, signature, blockNumber });
  return { kind, signer };
}
