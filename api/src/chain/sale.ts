import {
  asPhase,
  type QuantityFacts,
  quantityFacts,
  type SaleFacts,
  saleViews,
} from "#sale/saleFacts";
import type { ChainNode } from "./node.ts";

/** What decides which authorizations the contract accepts, read at one block. */
export interface Sale extends QuantityFacts, Pick<SaleFacts, "signer" | "isMinting"> {
  blockNumber: bigint;
}

const facts = ["signer", "isMinting", ...quantityFacts] as const;

/** Reads the sale at the newest block. */
export function readSale(node: ChainNode): Promise<Sale> {
  return node.readShared("sale", (blockNumber) => readSaleAt(node, blockNumber));
}

/** The bounds of a phase can only be read by its name. */
async function readSaleAt(node: ChainNode, blockNumber: bigint): Promise<Sale> {
  const views = facts.map((fact) => ({ functionName: saleViews[fact] }));
  const values = await node.readViews(views, blockNumber);
  // Safety: each value is decoded as the type of its view; that of `phase` returns the name.
  const sale = Object.fromEntries(facts.map((fact, index) => [fact, values[index]])) as Omit<
    Sale,
    "phase"
  > & { phase: string };
  return { ...sale, phase: await readPhase(node, sale.phase, blockNumber), blockNumber };
}

/** Reads a phase at a block; its end is 0 if there is none of this name. */
export async function readPhase(node: ChainNode, name: string, blockNumber: bigint) {
  const [range] = await node.readViews([{ functionName: "AllPhases", args: [name] }], blockNumber);
  return asPhase(name, range);
}
