import { formatEther, parseEther } from "viem";

/**
 * Reads an amount of whole coins, such as `0.08`, with up to 18 decimals. 40 digits before the point are far more
 * coins than any chain has, and far less than 2^256 wei.
 *
 * @returns wei, or undefined for any other text.
 */
export function parseEtherAmount(text: string): bigint | undefined {
  return /^\d{1,40}(\.\d{1,18})?$/.test(text) ? parseEther(text) : undefined;
}

/** An amount of wei in whole coins with their name: `0.08 ether`. */
export function formatEtherAmount(wei: bigint, symbol = "ether"): string {
  return `${formatEther(wei)} ${symbol}`;
}
