import type { CollectionContract } from "#chain/collection";

/** A token on the chain. */
export interface MintedToken {
  id: number;
  /** Name of the phase whose range contains the ID. */
  phase: string;
  owner: string;
}

/** A phase on the chain; its IDs are `[startingPoint, endPoint)`. */
export interface ChainPhase {
  name: string;
  startingPoint: number;
  endPoint: number;
  minted: number;
}

/** Returns every phase that was ever set, in the order of first appearance. */
export async function readAllPhases(contract: CollectionContract): Promise<ChainPhase[]> {
  const adjustments = await contract.queryFilter(contract.filters.PhaseAdjusted());
  const names = [...new Set(adjustments.map(({ args }) => args.phase))];
  return Promise.all(
    names.map(async (name) => {
      const { startingPoint, endPoint, currentCount } = await contract.AllPhases(name);
      return {
        name,
        startingPoint: Number(startingPoint),
        endPoint: Number(endPoint),
        minted: Number(currentCount),
      };
    }),
  );
}

/** Returns every token in order of its ID, read from the transfer events in one request. */
export async function readTokens(contract: CollectionContract): Promise<MintedToken[]> {
  const phases = await readAllPhases(contract);
  const transfers = await contract.queryFilter(contract.filters.Transfer());
  const owners = new Map(transfers.map(({ args }) => [Number(args.tokenId), args.to]));
  return [...owners]
    .map(([id, owner]) => ({ id, owner, phase: findPhaseName(id, phases) }))
    .sort((a, b) => a.id - b.id);
}

function findPhaseName(id: number, phases: readonly ChainPhase[]): string {
  const phase = phases.find(({ startingPoint, endPoint }) => startingPoint <= id && id < endPoint);
  if (phase === undefined) throw new Error(`Token ${id} is in no phase.`);
  return phase.name;
}
