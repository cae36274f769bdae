import type { Client } from "viem";
import { describeNewPhase, existingNames, newPhases } from "#protocol/sale/newPhases";
import { findPhaseNames } from "#protocol/sale/phaseNames";
import { phaseOf } from "#protocol/sale/saleCalls";
import { readPhases } from "#protocol/sale/saleFacts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { CollectionState } from "./collectionState.ts";
import type { Order } from "./orders.ts";

/**
 * Rejects calls that name an unknown phase: the contract would create it, or sell a phase without IDs.
 *
 * @throws {UsageError}
 */
export async function refuseNewPhases(
  client: Client,
  { contract, sale, blockNumber }: CollectionState,
  orders: readonly Order[],
): Promise<void> {
  const calls = orders.map(({ call }) => call);
  const readState = async (names: readonly string[]) => ({
    sale,
    phases: await readPhases(client, contract, names, [], blockNumber),
  });
  const [name] = newPhases(await readState(calls.flatMap(phaseOf)), calls);
  if (name === undefined) return;
  // Without events the message cannot suggest a similar name.
  const known = await findPhaseNames(client, contract, { blockNumber }).catch(() => []);
  const existing = existingNames(await readState(known));
  throw new UsageError(
    `${describeNewPhase(name, existing)} Nothing was sent: correct the name, or add --new if it is new.`,
  );
}
