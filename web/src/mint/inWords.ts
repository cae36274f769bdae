import { formatEtherAmount } from "#protocol/ether";
import { runtimeConfig } from "../env.ts";

/** `0.16 ETH`, exact to the last wei. */
export function inEther(wei: bigint): string {
  return formatEtherAmount(wei, runtimeConfig().chain.nativeCurrency.symbol);
}

/** `1 drifter`, `2 drifters`. */
export function inDrifters(count: number | bigint): string {
  return `${count} ${BigInt(count) === 1n ? "drifter" : "drifters"}`;
}
