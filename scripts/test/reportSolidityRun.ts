import type { Result } from "hardhat/types/utils";
import { describeProperty } from "./describeProperty.ts";
import type { WorkerMessage } from "./messages.ts";
import type { SolidityTestRun } from "./reportCampaigns.ts";

/**
 * Returns the messages for a run of the Solidity tests. A failure outside of a test, such as an idle campaign, counts
 * as one failed test.
 */
export function messagesOf(result: Result<SolidityTestRun, SolidityTestRun>): WorkerMessage[] {
  const { summary, suiteResults } = result.success ? result.value : result.error;
  const messages = suiteResults.flatMap(({ id, testResults }) =>
    testResults.map((result): WorkerMessage => {
      const { name, status } = result;
      const test = {
        file: id.source.replace(/^project\//, ""),
        title: `${id.name} ${withoutTypes(name)}`,
      };
      if (status === "Success") return { type: "passed", ...test };
      if (status === "Skipped") return { type: "skipped", ...test };
      return {
        type: "failed",
        ...test,
        report: describeProperty(result) ?? summary.failureOutput ?? "",
      };
    }),
  );
  if (!result.success && !messages.some(({ type }) => type === "failed")) {
    const report = summary.failureOutput ?? "The Solidity tests failed.";
    messages.push({ type: "failed", file: "", title: "Solidity tests", report });
  }
  return [...messages, { type: "finished", left: [] }];
}

/** The name of a test's function as `npm test -- --list` prints it. */
function withoutTypes(signature: string): string {
  return signature.replace(/\(.*$/, "");
}
