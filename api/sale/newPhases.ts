import type { Address, Client } from "viem";
import { closestName } from "#protocol/values/closestName";
import type { CollectionCall } from "#sale/collectionCalls";
import { readPhaseNames } from "./phaseNames.ts";
import { countIds } from "./phaseRange.ts";
import { phaseNamesIn } from "./saleCalls.ts";
import { readPhases, type SaleFacts } from "./saleFacts.ts";
import type { SaleState } from "./simulateCalls.ts";

/** Returns the names of phases in the calls that do not exist yet. A phase exists if it has IDs or is active. */
export function newPhases({ sale, phases }: SaleState, calls: readonly CollectionCall[]): string[] {
  const existing = existingNames({ sale, phases });
  return [...new Set(calls.flatMap(phaseNamesIn))].filter((name) => !existing.includes(name));
}

export function existingNames({ sale, phases }: SaleState): string[] {
  const withIds = phases.filter((phase) => countIds(phase) > 0n).map(({ name }) => name);
  return [...new Set([sale.phase.name, ...withIds])];
}

/** Describes a new phase: `The contract has no phase “Fist Dust”; the closest is “First Dust”.` */
export function describeNewPhase(name: string, existing: readonly string[]): string {
  const named = existing.filter((each) => each !== "");
  const closest = closestName(name, named);
  const hint = closest === undefined ? "" : `; the closest is “${closest}”`;
  return `The contract has no phase “${name}”${hint}.`;
}

interface CollectionAtBlock {
  contract: Address;
  sale: SaleFacts;
  blockNumber: bigint;
}

/**
 * Describes the first phase in the calls that does not exist, and the closest existing name;
 * undefined if all phases exist. The contract would create the phase, or sell a phase without IDs.
 */
export async function describeUnknownPhase(
  client: Client,
  { contract, sale, blockNumber }: CollectionAtBlock,
  calls: readonly CollectionCall[],
): Promise<string | undefined> {
  const readState = async (names: readonly string[]) => ({
    sale,
    phases: await readPhases(client, contract, names, [], blockNumber),
  });
  const [name] = newPhases(await readState(calls.flatMap(phaseNamesIn)), calls);
  if (name === undefined) return undefined;
  // Without the names, the message cannot suggest a similar name.
  const known = await readPhaseNames(client, contract, blockNumber).catch(() => []);
  return describeNewPhase(name, existingNames(await readState(known)));
}
