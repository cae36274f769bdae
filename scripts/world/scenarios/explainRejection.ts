import type { Hex } from "viem";
import { revertData } from "#protocol/chain/revertData";
import { describeRevert, type Revert } from "#sale/revert";
import { callInChild } from "../../shared/callInChild.ts";

/**
 * Runs a step of a scenario.
 *
 * @param what the step: `account 3 mints 9 of “First Dust”`. @param advice how to look into a rejection.
 * @throws {Error} that names the step, the contract's error, its cause and its fix, if the contract rejects the step.
 */
export async function explainRejection<Result>(
  what: string,
  run: () => Promise<Result>,
  advice = "",
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const data = revertData(error);
    if (data === undefined) throw error;
    const known = describeRevert(data);
    const { title, cause, fix } = known.title === data ? await describeNewRevert(data) : known;
    const sentence = `The contract rejects a step of the scenario: ${what}.`;
    throw new Error([sentence, `${title}: ${cause}`, `→ ${fix}`, advice].join("\n").trimEnd(), {
      cause: error,
    });
  }
}

/** Describes an error that the contract has had only since this process loaded its interface. */
async function describeNewRevert(data: string): Promise<Revert> {
  const call = { module: import.meta.url, name: describeData.name };
  // Safety: the function returns a revert.
  return (await callInChild(call, { data })) as Revert;
}

/**
 * Describes a revert in a child process.
 *
 * @public
 */
export function describeData({ data }: { data: Hex }): Revert {
  return describeRevert(data);
}
