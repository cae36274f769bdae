import { relative } from "node:path";
import type { ContractBuild } from "#protocol/trace/contractBuild";
import type { NodeRequest } from "#protocol/trace/nodeTrace";
import type { CallRecorder } from "./callRecorder.ts";
import type { WorkerMessage } from "./messages.ts";

/** Makes each failed test report the trace of what it called last. Call it while mocha loads a test file. */
export function traceFailures(recorder: CallRecorder, request: NodeRequest): void {
  // Other programs use the chain of the contract tests without mocha.
  if (!("afterEach" in globalThis)) return;
  let build: Promise<ContractBuild> | undefined;
  beforeEach(() => recorder.clear());
  afterEach(async function () {
    const test = this.currentTest;
    const subject = recorder.last;
    if (test?.state !== "failed" || subject === undefined) return;
    build ??= readBuild();
    const { traceSubject } = await import("#protocol/trace/traceSubject");
    const { describeTrace } = await import("../shared/describeTrace.ts");
    const trace = await traceSubject(request, subject, await build).catch(() => undefined);
    // A hook of the test may have reverted the chain to before the call.
    if (trace === undefined) return;
    const file = relative(process.cwd(), test.file ?? "");
    const report = shorten(describeTrace(trace));
    process.send?.({ type: "traced", file, title: test.fullTitle(), report } as WorkerMessage);
  });
}

async function readBuild(): Promise<ContractBuild> {
  return (await import("../shared/readContractBuild.ts")).readContractBuild();
}

/** Most lines of a trace in a test report. */
const longestTrace = 40;

/** Leaves out the middle of a long trace: the failure and the changed storage are at its end. */
function shorten(trace: string): string {
  const lines = trace.split("\n");
  if (lines.length <= longestTrace) return trace;
  const half = longestTrace / 2;
  const left = `… ${lines.length - longestTrace} lines …`;
  return [...lines.slice(0, half), left, ...lines.slice(-half)].join("\n");
}
