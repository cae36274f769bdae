import hre from "hardhat";

interface SearchSize {
  seed: number;
  /** Runs of each fuzz test. */
  fuzzRuns: number;
  /** Sequences of each invariant. */
  walks: number;
}

/**
 * Runs the Solidity tests with more runs and another seed than in hardhat.config.ts.
 *
 * @returns whether they passed.
 */
export async function runSolidityTests({ seed, fuzzRuns, walks }: SearchSize): Promise<boolean> {
  const settings = hre.config.test.solidity.profiles.default;
  if (settings === undefined) throw new Error("hardhat.config.ts has no settings for fuzzing.");
  Object.assign(settings.fuzz, { runs: fuzzRuns, seed: `0x${seed.toString(16)}` });
  settings.invariant = { ...settings.invariant, runs: walks };
  const { success } = await hre.tasks.getTask(["test", "solidity"]).run({});
  return success;
}
