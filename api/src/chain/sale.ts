import {
  asPhase,
  type QuantityFacts,
  quantityFacts,
  type SaleFacts,
  saleViews,
} from "#protocol/sale/saleFacts";
import type { ChainNode, ViewCall } from "./node.ts";

/** What decides which authorizations the contract accepts, read at one block. */
export interface Sale extends QuantityFacts, Pick<SaleFacts, "signer" | "isMinting"> {
  blockNumber: bigint;
}

const facts = ["signer", "isMinting", ...quantityFacts] as const;

/**
 * Returns a function that reads the sale at the newest block in one `eth_call`. The bounds of a phase can only be read
 * by its name, so it reads those of the phase that was active last time, and reads again if another one is active.
 */
export function createSaleReader(node: ChainNode): () => Promise<Sale> {
  let lastPhase = "";

  return async () => {
    const blockNumber = await node.identify();
    // Another read may change `lastPhase` in the meantime.
    const requestedPhase = lastPhase;
    const calls = [
      ...facts.map((fact) => ({ functionName: saleViews[fact] })),
      bounds(requestedPhase),
    ];
    const values = await node.readViews(calls, blockNumber);
    // Safety: each value is decoded as the type of its view; that of `phase` returns the name.
    const sale = Object.fromEntries(facts.map((fact, index) => [fact, values[index]])) as Omit<
      Sale,
      "phase"
    > & { phase: string };
    const [range] =
      sale.phase === requestedPhase
        ? values.slice(-1)
        : await node.readViews([bounds(sale.phase)], blockNumber);
    lastPhase = sale.phase;
    return { ...sale, phase: asPhase(sale.phase, range), blockNumber };
  };
}

/** Reads a phase at a block; its end is 0 if there is none of this name. */
export async function readPhase(node: ChainNode, name: string, blockNumber: bigint) {
  const [range] = await node.readViews([bounds(name)], blockNumber);
  return asPhase(name, range);
}

function bounds(phase: string): ViewCall {
  return { functionName: "AllPhases", args: [phase] };
}
