import type { InvariantTestKind, SuiteResult, TestResult } from "@nomicfoundation/edr";
import type { TaskOverrideActionFunction } from "hardhat/types/tasks";
import type { TestSummary } from "hardhat/types/test";
import type { Result } from "hardhat/types/utils";
import { errorResult } from "hardhat/utils/result";

/** Maximum share of a campaign's calls that may revert. */
const largestRevertedShare = 0.35;

/** Minimum number of successes of each action, as a part of its equal share of the calls. */
const leastPartOfShare = 1 / 8;

/** Result of Hardhat's task `test solidity`. */
export interface SolidityTestRun {
  summary: TestSummary;
  suiteResults: SuiteResult[];
}

interface Campaign {
  name: string;
  kind: InvariantTestKind;
}

/** Runs the Solidity tests, prints the share of reverted calls per campaign, and fails idle campaigns. */
const reportCampaigns: TaskOverrideActionFunction = async (args, _hre, runSuper) => {
  const result: Result<SolidityTestRun, SolidityTestRun> = await runSuper(args);
  const run = result.success ? result.value : result.error;
  const campaigns = run.suiteResults.flatMap(({ testResults }) => testResults.filter(isCampaign));
  if (campaigns.length === 0) return result;
  console.log("Invariant campaigns: calls and share that reverted");
  for (const campaign of campaigns) console.log(describeCampaign(campaign));
  const failures = campaigns.flatMap(failuresOf);
  if (failures.length === 0) return result;
  const failureOutput = [run.summary.failureOutput, ...failures].join("\n");
  console.error(failures.join("\n"));
  const failed = run.summary.failed + failures.length;
  return errorResult({ ...run, summary: { ...run.summary, failed, failureOutput } });
};

export default reportCampaigns;

function isCampaign(test: TestResult): test is TestResult & Campaign {
  return "metrics" in test.kind;
}

function describeCampaign({ name, kind }: Campaign): string {
  const actions = actionsOf(kind).map(
    ([action, { calls, reverts }]) => `    ${action.padEnd(20)} ${row(calls, reverts)}`,
  );
  return [`  ${name.padEnd(44)} ${row(kind.calls, kind.reverts)}`, ...actions, ""].join("\n");
}

function row(calls: bigint, reverts: bigint): string {
  return `${String(calls).padStart(6)} calls ${(share(calls, reverts) * 100).toFixed(1).padStart(5)} %`;
}

function failuresOf({ name, kind }: Campaign): string[] {
  const actions = actionsOf(kind);
  const fewestSuccesses = Math.ceil((Number(kind.calls) / actions.length) * leastPartOfShare);
  const failures = actions
    .filter(([, { calls, reverts }]) => calls - reverts < fewestSuccesses)
    .map(([action]) => `${name}: ${action} succeeded fewer than ${fewestSuccesses} times.`);
  if (share(kind.calls, kind.reverts) > largestRevertedShare) {
    failures.push(`${name}: more than ${largestRevertedShare * 100} % of the calls reverted.`);
  }
  return failures;
}

/** Returns each action's name, without file and contract, and its counts. */
function actionsOf({ metrics }: InvariantTestKind) {
  return Object.entries(metrics)
    .map(([path, counts]) => [path.slice(path.lastIndexOf(".") + 1), counts] as const)
    .sort(([a], [b]) => a.localeCompare(b));
}

function share(calls: bigint, reverts: bigint): number {
  return calls === 0n ? 1 : Number(reverts) / Number(calls);
}
