import { parseEther } from "viem";
import type { SaleFacts } from "#protocol/sale/saleFacts";

export const lantern = {
  name: "Lantern",
  startingPoint: 101n,
  endPoint: 121n,
  currentCount: 1n,
} as const;

/** A sale that goes on, but for what differs. */
export function saleFacts(differing: Partial<SaleFacts> = {}): SaleFacts {
  return {
    isMinting: true,
    price: parseEther("0.08"),
    maxBatch: 20n,
    hardBatchLimit: 100n,
    signer: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    owner: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    totalSupply: 13n,
    maxSupply: 10_000n,
    phase: lantern,
    timestamp: 1_767_225_600n,
    ...differing,
  };
}
