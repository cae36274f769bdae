import { type Address, type Hex, recoverMessageAddress } from "viem";
import { isStrictSignature } from "./strictSignature.ts";

/** The account whose key signed `message` (EIP-191), or undefined if `signature` is no key's. */
export async function recoverSigner(message: string, signature: Hex): Promise<Address | undefined> {
  if (!isStrictSignature(signature)) return undefined;
  try {
    return await recoverMessageAddress({ message, signature });
  } catch {
    return undefined;
  }
}
