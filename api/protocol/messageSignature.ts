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
 * Finds out who signed a message. `checkWallet` is called only if it was not the account's own key.
 *
 * @param checkWallet `checkWalletSignature` of a chain; its errors are thrown unchanged.
 * @param recover viem's by default.
 */
export async function checkMessageSignature(
  { account, signedMessage, signature, blockNumber }: SignedMessage,
  checkWallet: (signed: WalletSignature) => Promise<WalletSignatureResult>,
  recover?: RecoverAddress,
): Promise<MessageSignatureResult> {
  const signer = await recoverSigner(signedMessage, signature, recover);
  if (signer !== undefined && isAddressEqual(signer, account)) return { kind: "byKey", signer };
  const hash = hashMessage(signedMessage);
  const kind = await checkWallet({ wallet: account, hash, signature, blockNumber });
  return { kind, signer };
}

/** Recovers the account whose key signed `hash` (32 bytes); throws if `signature` (65 bytes) is not a key's. */
export type RecoverAddress = (signed: { hash: Hex; signature: Hex }) => Promise<Address>;

/**
 * Recovers the account that signed `message` (EIP-191); undefined if `signature` is not a key's.
 *
 * @param recover viem's by default, which needs no native code or WebAssembly, but 2 ms of CPU.
 */
async function recoverSigner(
  message: string,
  signature: Hex,
  recover: RecoverAddress = recoverAddress,
): Promise<Address | undefined> {
  if (!isStrictSignature(signature)) return undefined;
  try {
    return await recover({ hash: hashMessage(message), signature });
  } catch {
    return undefined;
  }
}

/** Half of secp256k1's order: of the two equivalent signatures, the one with the higher s is rejected. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether a signature has 65 bytes, v 27 or 28 and a low s: what wallets create and Solidity libraries accept. */
export function isStrictSignature(signature: Hex): boolean {
  if (size(signature) !== 65 || !/1[bc]$/i.test(signature)) return false;
  return BigInt(slice(signature, 32, 64)) <= highestS;
}
