import {
  type QuantityFacts,
  quantityFacts,
  type SaleFacts,
  saleViews,
  toPhaseFacts,
} from "#sale/saleFacts";
import type { ChainNode } from "./node.ts";

/** The state that determines which authorizations the contract accepts, read at one block. */
export interface Sale extends QuantityFacts, Pick<SaleFacts, "signer" | "isMinting" | "price"> {
  blockNumber: bigint;
  /** Timestamp of the block, in seconds since 1970. */
  timestamp: bigint;
}

const facts = ["signer", "isMinting", "price", ...quantityFacts] as const;

/**
 * Returns a function that reads the sale at the latest block, in one `eth_call` while the phase
 * stays the same. A new phase takes a second call, because bounds are read by phase name.
 */
export function createSaleReader(node: ChainNode): () => Promise<Sale> {
  let lastPhase = "";

  return () =>
    node.readShared("sale", async (blockNumber, _share, timestamp) => {
      const views = facts.map((fact) => ({ functionName: saleViews[fact] }));
      const bounds = { functionName: "AllPhases", args: [lastPhase] } as const;
      const values = await node.readViews([...views, bounds], blockNumber);
      // Safety: each value is decoded as its view's return type; the view for `phase` returns a name.
      const sale = Object.fromEntries(facts.map((fact, index) => [fact, values[index]])) as Omit<
        Sale,
        "phase"
      > & { phase: string };
      const phase =
        sale.phase === lastPhase
          ? toPhaseFacts(lastPhase, values[facts.length])
          : await readPhase(node, sale.phase, blockNumber);
      lastPhase = phase.name;
      return { ...sale, phase, blockNumber, timestamp };
    });
}

/** Reads a phase at a block; the end is 0 if no phase has this name. */
export async function readPhase(node: ChainNode, name: string, blockNumber: bigint) {
  const [range] = await node.readViews([{ functionName: "AllPhases", args: [name] }], blockNumber);
  return toPhaseFacts(name, range);
}
