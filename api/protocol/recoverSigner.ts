import { type Address, type Hex, hashMessage, recoverAddress } from "viem";
import { isStrictSignature } from "./strictSignature.ts";

/** Recovers the account whose key signed `hash` (32 bytes); throws if `signature` (65 bytes) is not a key's. */
export type RecoverAddress = (signed: { hash: Hex; signature: Hex }) => Promise<Address>;

/**
 * Recovers the account that signed `message` (EIP-191); undefined if `signature` is not a key's.
 *
 * @param recover viem's by default, which needs no native code or WebAssembly, but 2 ms of CPU.
 */
export async function recoverSigner(
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
