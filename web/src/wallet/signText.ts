import {
  type Address,
  compactSignatureToSignature,
  type Hex,
  parseCompactSignature,
  recoverMessageAddress,
  serializeSignature,
  size,
} from "viem";
import type { Config } from "wagmi";
import { signMessage } from "wagmi/actions";

/** Prompts the wallet to sign a text; returns the signature in the format that the service accepts. */
export async function signText(config: Config, account: Address, message: string): Promise<Hex> {
  return normalizeSignature(await signMessage(config, { account, message }), account, message);
}

/**
 * Normalizes an EOA's signature to 65 bytes with v 27 or 28. Accepts a missing `0x`, a different v, and the compact
 * form (ERC-2098). Any other signature belongs to a contract wallet, may have any length, and is returned unchanged.
 *
 * @throws {TypeError} if it is not hexadecimal.
 */
export async function normalizeSignature(
  returned: unknown,
  account: Address,
  message: string,
): Promise<Hex> {
  const digits = typeof returned === "string" && /^(?:0x)?((?:[\da-f]{2})*)$/i.exec(returned)?.[1];
  // An empty string is not a signature, but some contract wallets return "0x".
  if (typeof digits !== "string" || returned === "") {
    throw new TypeError(`The wallet returned no signature: ${String(returned)}`);
  }
  const signature: Hex = `0x${digits.toLowerCase()}`;
  for (const candidate of keySignatureVariants(signature)) {
    const signer = await recoverMessageAddress({ message, signature: candidate }).catch(() => null);
    if (signer === account) return candidate;
  }
  return signature;
}

/** Returns the possible 65-byte signatures for a compact signature, or for one with a different v. */
function keySignatureVariants(signature: Hex): Hex[] {
  if (size(signature) === 64)
    return [serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))];
  if (size(signature) !== 65) return [];
  return [`${signature.slice(0, -2)}1b` as Hex, `${signature.slice(0, -2)}1c` as Hex];
}
