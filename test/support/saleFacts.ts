import { type Address, parseEther, zeroAddress } from "viem";
import type { SaleFacts } from "#sale/saleFacts";
import type { SaleSettings } from "#sale/saleSettings";

export const lantern = {
  name: "Lantern",
  startingPoint: 101n,
  endPoint: 121n,
  currentCount: 1n,
} as const;

/** Returns a collection's initial settings with this signer. */
export function initialSettings(signer: Address): SaleSettings {
  return {
    isMinting: false,
    phase: "",
    price: parseEther("0.08"),
    maxBatch: 20n,
    signer,
    royalty: [zeroAddress, 0n],
  };
}

/** Returns an active sale's facts, overridden by `differing`. */
export function saleFacts(differing: Partial<SaleFacts> = {}): SaleFacts {
  return {
    ...initialSettings("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
    isMinting: true,
    hardBatchLimit: 100n,
    owner: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    totalSupply: 13n,
    maxSupply: 10_000n,
    phase: lantern,
    timestamp: 1_767_225_600n,
    ...differing,
  };
}
