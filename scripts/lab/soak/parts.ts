import { runScript } from "./runScript.ts";

/** One long search. */
export interface Part {
  name: string;
  /** Description without a full stop. */
  about: string;
  /** Approximate duration on two cores. */
  minutes: number;
  /** @returns whether it found nothing. */
  run(options: { seed: number; ending: AbortSignal }): Promise<boolean>;
}

/** Ordered by findings per minute, most first. */
export const parts: readonly Part[] = [
  {
    name: "fuzz",
    about:
      "10,000 runs of each fuzz test in Solidity, 2,000 sequences of 100 calls for each invariant",
    minutes: 4,
    async run({ seed }) {
      const { runSolidityTests } = await import("./runSolidityTests.ts");
      return runSolidityTests({ seed, fuzzRuns: 10_000, walks: 2_000 });
    },
  },
  {
    name: "crash",
    about: "25 rounds on each store in which the service, or its database, is killed under load",
    minutes: 2,
    run: ({ seed, ending }) =>
      runScript(["scripts/lab/crash.ts", "--rounds", "25", "--seed", String(seed)], { ending }),
  },
  {
    name: "faults",
    about: "database, network, RPC endpoint, process, disk and clock fail for 10 s each under load",
    minutes: 4,
    async run(options) {
      const { soakFaults } = await import("../faults/soakFaults.ts");
      return soakFaults(options);
    },
  },
  {
    name: "model",
    about:
      "thousands of random sequences on the contracts, against models of the collection and the mint",
    minutes: 5,
    run: testLong(
      "test/contracts/model/differential.test.ts",
      "test/protocol/explainMint.test.ts",
      "test/protocol/phasePlan.test.ts",
    ),
  },
  {
    name: "hostile",
    about: "all hostile stories in the browser, all attacks on the API, faults of the node",
    minutes: 2,
    run: testLong(
      "test/api/hostile",
      "test/api/chainFaults.test.ts",
      "test/web/pages/hostileStories.test.ts",
    ),
  },
  {
    name: "firefox",
    about: "visitors look up, write and mint in Firefox, if it is installed",
    minutes: 1,
    run: testLong("test/web/pages/firefox.test.ts"),
  },
  {
    name: "worlds",
    about: "the local world switches from each scenario to each other one",
    minutes: 2,
    async run({ ending }) {
      const { switchScenarios } = await import("./switchScenarios.ts");
      return switchScenarios(ending);
    },
  },
];

/** Runs the long versions of test files. */
function testLong(...files: string[]): Part["run"] {
  return ({ seed, ending }) =>
    runScript(["scripts/test.ts", ...files, "--logs", "cache/soak"], {
      ending,
      environment: { SOAK: "1", SOAK_SEED: String(seed) },
    });
}
