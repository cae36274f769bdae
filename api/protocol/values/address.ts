import { type Address, getAddress, isAddress } from "viem";

/**
 * Parses an address: 0x and 40 hex digits, in lowercase or with a valid checksum (EIP-55).
 *
 * @returns the address with its checksum, or undefined for any other text.
 * @example parseAddress("0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc") // "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
 */
export function parseAddress(text: string): Address | undefined {
  return isAddress(text) ? getAddress(text) : undefined;
}
