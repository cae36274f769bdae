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

/** Prompts the wallet to sign a text; returns the signature in the form that the service accepts. */
export async function signText(config: Config, account: Address, message: string): Promise<Hex> {
  return normalizeSignature(await signMessage(config, { account, message }), account, message);
}

/**
 * Converts an account's signature to 65 bytes with v 27 or 28, from one without `0x`, with a different v, or compact
 * (ERC-2098). Any other signature belongs to a contract wallet, may have any length, and is returned unchanged.
 *
 * @throws {TypeError} if it is not hexadecimal.
 */
export async function normalizeSignature(
  returned: unknown,
  account: Address,
  message: string,
): Promise<Hex> {
  const digits = typeof returned === "string" && /^(?:0x)?((?:[\da-f]{2})*)$/i.exec(returned)?.[1];
  // An empty text without 0x is not a signature; "0x" is some contract wallets' signature.
  if (typeof digits !== "string" || returned === "") {
    throw new TypeError(`The wallet returned no signature: ${String(returned)}`);
  }
  const signature: Hex = `0x${digits.toLowerCase()}`;
  for (const candidate of byKey(signature)) {
    const signer = await recoverMessageAddress({ message, signature: candidate }).catch(() => null);
    if (signer === account) return candidate;
  }
  return signature;
}

/** Returns the signatures that an account's key may have made, given a compact one or one with a different v. */
function byKey(signature: Hex): Hex[] {
  if (size(signature) === 64)
    return [serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))];
  if (size(signature) !== 65) return [];
  return [`${signature.slice(0, -2)}1b` as Hex, `${signature.slice(0, -2)}1c` as Hex];
}
