import { formatEther, parseEther } from "viem";

/**
 * Parses an amount of ether, such as `0.08`, with up to 18 decimals.
 *
 * @returns wei, below 2^256; undefined for any other text.
 */
export function parseEtherAmount(text: string): bigint | undefined {
  if (!/^\d{1,60}(\.\d{1,18})?$/.test(text)) return undefined;
  const wei = parseEther(text);
  return wei < 2n ** 256n ? wei : undefined;
}

/** Formats an amount of wei with its unit: `0.08 ETH`. */
export function formatEtherAmount(wei: bigint, symbol = "ETH"): string {
  return `${formatEther(wei)} ${symbol}`;
}
