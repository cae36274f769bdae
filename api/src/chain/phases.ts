import { readPhaseNames } from "#sale/phaseNames";
import { toPhaseFacts } from "#sale/saleFacts";
import type { ChainNode } from "./node.ts";

/** Minted IDs of a phase: [start, end). */
export interface MintedPhase {
  phase: string;
  start: bigint;
  end: bigint;
}

/** Minted IDs of all phases at a block. */
export interface MintedPhases {
  blockNumber: bigint;
  phases: readonly MintedPhase[];
}

/**
 * Returns a function that reads the known phases and the total supply at the latest block in one
 * `eth_call`. If the known phases do not account for the supply, it rereads the phase names.
 */
export function createMintedReader(node: ChainNode): () => Promise<MintedPhases> {
  let names: readonly string[] = [];

  return () => node.readShared("minted", readMinted);

  async function readMinted(blockNumber: bigint): Promise<MintedPhases> {
    let phases = await readPhases(node, names, blockNumber);
    if (phases === undefined) {
      names = await readPhaseNames(node.client, node.collection, blockNumber);
      phases = await readPhases(node, names, blockNumber);
    }
    if (phases === undefined) throw new Error(namesUnknown);
    return { blockNumber, phases };
  }
}

const namesUnknown =
  "The contract's storage does not list the phases of all minted tokens: it belongs to a different contract version.";

/** Reads the phases' minted IDs at a block; undefined if unknown phases have minted tokens. */
async function readPhases(
  node: ChainNode,
  names: readonly string[],
  blockNumber: bigint,
): Promise<MintedPhase[] | undefined> {
  const bounds = names.map((name) => ({ functionName: "AllPhases", args: [name] }) as const);
  const views = [{ functionName: "totalSupply" } as const, ...bounds];
  const [totalSupply, ...values] = await node.readViews(views, blockNumber);
  const phases = names.map((name, index) => toPhaseFacts(name, values[index]));
  const minted = phases.reduce((sum, { currentCount }) => sum + currentCount, 0n);
  if (minted !== totalSupply) return undefined;
  return phases.map(({ name, startingPoint, currentCount }) => ({
    phase: name,
    start: startingPoint,
    end: startingPoint + currentCount,
  }));
}
