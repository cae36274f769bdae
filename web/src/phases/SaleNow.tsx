import { formatEther } from "viem";
import { countIds, phaseTitle } from "#protocol/sale/phaseRange";
import { runtimeConfig } from "../env.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

/** The current sale in a few sentences. */
export function SaleNow({ sale: { sale, blockNumber } }: { sale: SaleAtBlock }) {
  const { phase, isMinting, price, maxBatch, totalSupply, maxSupply } = sale;
  const left = countIds(phase) - phase.currentCount;
  return (
    <p className="phases__now">
      {isMinting ? "Minting is on" : "Minting is off"}. {phaseTitle(phase.name)}{" "}
      {isMinting ? "is on sale" : "would be on sale"} at {formatEther(price)}{" "}
      {runtimeConfig().chain.nativeCurrency.symbol}, up to {maxBatch.toLocaleString("en")} per mint,
      with {left.toLocaleString("en")} of {countIds(phase).toLocaleString("en")} left.{" "}
      {totalSupply.toLocaleString("en")} of {maxSupply.toLocaleString("en")} drifters are minted.{" "}
      <span className="phases__block">Block {String(blockNumber)}.</span>
    </p>
  );
}
