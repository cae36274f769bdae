import { sha256, stringToBytes } from "viem";
import type { DrifterId } from "../values/drifterId.ts";
import { Noun } from "../values/noun.ts";

/**
 * Returns the SHA-256 (FIPS 180-4) of the text's UTF-8 bytes as 64 lowercase hex digits, without `0x`.
 * The text is neither trimmed nor normalized.
 *
 * @example narrativeHash("Hi") // "3639efcd08abb273b1619e82e78c29a7df02c1051b1820e99fc395dcaa3326b8"
 */
export function narrativeHash(narrative: string): string {
  return sha256(stringToBytes(narrative)).slice(2);
}

/**
 * Returns the exact text that a token's owner signs (EIP-191 personal message) to publish `narrative`.
 *
 * @example await wallet.signMessage({ message: narrativeMessage("7", narrative) });
 */
export function narrativeMessage(drifterId: DrifterId, narrative: string): string {
  return ownershipMessage(drifterId, narrativeHash(narrative));
}

/** Returns the message for a narrative's hash; `narrativeMessage` takes the text instead. */
export function ownershipMessage(drifterId: DrifterId, narrativeHash: string): string {
  return `I own ${Noun} ${drifterId} and I am posting ${narrativeHash}`;
}
