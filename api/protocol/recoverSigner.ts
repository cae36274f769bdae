import { type Address, type Hex, recoverMessageAddress } from "viem";
import { isStrictSignature } from "./strictSignature.ts";

/** Recovers the account that signed `message` (EIP-191); undefined if `signature` is not a key's. */
export async function recoverSigner(message: string, signature: Hex): Promise<Address | undefined> {
  if (!isStrictSignature(signature)) return undefined;
  try {
    return await recoverMessageAddress({ message, signature });
  } catch {
    return undefined;
  }
}
