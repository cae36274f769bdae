import { type Address, getAddress, isAddress } from "viem";

/**
 * Reads an address: 0x and 40 hex digits. Where capitals are among them, its checksum (EIP-55) has to be right.
 *
 * @returns the address with its checksum, or undefined for any other text.
 */
export function parseAddress(text: string): Address | undefined {
  return isAddress(text) ? getAddress(text) : undefined;
}
