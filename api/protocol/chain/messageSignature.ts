import {
  type Address,
  type Hex,
  hashMessage,
  isAddressEqual,
  recoverAddress,
  size,
  slice,
} from "viem";
import type { WalletSignature, WalletSignatureResult } from "./walletSignature.ts";

/** A message with a claimed signature by an account (EIP-191). */
export interface SignedMessage {
  account: Address;
  signedMessage: string;
  signature: Hex;
  /** The block at which to call a contract wallet. */
  blockNumber: bigint;
}

export interface MessageSignatureResult {
  /** `byKey` if the account's own key signed; otherwise the contract wallet's result. */
  kind: "byKey" | WalletSignatureResult;
  /** Account recovered from the signature; undefined if recovery fails. */
  signer: Address | undefined;
}

/**
 * Determines who signed a message. Calls `checkWallet` only if the account's own key did not sign.
 *
 * @param checkWallet `checkWalletSignature` of a chain; its errors are thrown unchanged.
 * @example const { kind } = await checkMessageSignature(signed, (each) => checkWalletSignature(each, reader));
 */
export async function checkMessageSignature(
  { account, signedMessage, signature, blockNumber }: SignedMessage,
  checkWallet: (signed: WalletSignature) => Promise<WalletSignatureResult>,
): Promise<MessageSignatureResult> {
  const signer = await recoverSigner(signedMessage, signature);
  if (signer !== undefined && isAddressEqual(signer, account)) return { kind: "byKey", signer };
  const hash = hashMessage(signedMessage);
  const kind = await checkWallet({ wallet: account, hash, signature, blockNumber });
  return { kind, signer };
}

/** Recovers the account that signed `message` (EIP-191); undefined if recovery fails. */
async function recoverSigner(message: string, signature: Hex): Promise<Address | undefined> {
  if (!isStrictSignature(signature)) return undefined;
  try {
    return await recoverAddress({ hash: hashMessage(message), signature });
  } catch {
    return undefined;
  }
}

/** Half of secp256k1's order: of two equivalent signatures, EIP-2 rejects the signature with the higher s. */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether a signature has 65 bytes, v 27 or 28 and a low s (EIP-2), as wallets and Solidity libraries expect. */
export function isStrictSignature(signature: Hex): boolean {
  if (size(signature) !== 65 || !/1[bc]$/i.test(signature)) return false;
  return BigInt(slice(signature, 32, 64)) <= maxS;
}
