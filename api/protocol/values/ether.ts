import { formatEther, parseEther } from "viem";

/**
 * Parses an amount of ether with up to 18 decimals, such as `0.08`.
 *
 * @returns wei, below 2^256; undefined if `text` is not such an amount.
 * @example parseEtherAmount("0.08") // 80000000000000000n
 */
export function parseEtherAmount(text: string): bigint | undefined {
  if (!/^\d{1,60}(\.\d{1,18})?$/.test(text)) return undefined;
  const wei = parseEther(text);
  return wei < 2n ** 256n ? wei : undefined;
}

/** Formats wei in ether with its unit: `0.08 ETH`. */
export function formatEtherAmount(wei: bigint, symbol = "ETH"): string {
  return `${formatEther(wei)} ${symbol}`;
}
