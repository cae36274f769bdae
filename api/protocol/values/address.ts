import { type Address, getAddress, isAddress } from "viem";

/**
 * Parses an address: 0x and 40 hex digits, in lower case or with a valid checksum (EIP-55).
 *
 * @returns the address with its checksum, or undefined for any other text.
 */
export function parseAddress(text: string): Address | undefined {
  return isAddress(text) ? getAddress(text) : undefined;
}
