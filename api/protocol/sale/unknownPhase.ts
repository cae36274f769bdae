import type { Address, Client } from "viem";
import type { CollectionCall } from "#protocol/collectionCalls";
import { describeNewPhase, existingNames, newPhases } from "./newPhases.ts";
import { findPhaseNames } from "./phaseNames.ts";
import { phaseOf } from "./saleCalls.ts";
import { readPhases, type SaleFacts } from "./saleFacts.ts";

interface CollectionAtBlock {
  contract: Address;
  sale: SaleFacts;
  blockNumber: bigint;
}

/**
 * Describes the first phase in the calls that does not exist, with the closest that does; undefined if all exist. The
 * contract would create it, or sell a phase without IDs.
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
  const [name] = newPhases(await readState(calls.flatMap(phaseOf)), calls);
  if (name === undefined) return undefined;
  // Without events the message cannot suggest a similar name.
  const known = await findPhaseNames(client, contract, { blockNumber }).catch(() => []);
  return describeNewPhase(name, existingNames(await readState(known)));
}
