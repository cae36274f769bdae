import { revertData } from "#protocol/chain/revertData";
import { describeRevert } from "#sale/revert";

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
    const { title, cause, fix } = describeRevert(data);
    const sentence = `The contract rejects a step of the scenario: ${what}.`;
    throw new Error([sentence, `${title}: ${cause}`, `→ ${fix}`, advice].join("\n").trimEnd(), {
      cause: error,
    });
  }
}
