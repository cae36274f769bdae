import { join } from "node:path";
import type { WorkerMessage } from "../test/messages.ts";
import { startWorker } from "../test/startWorker.ts";
import { isComponentTest } from "../test/testFiles.ts";
import type { TaskKind } from "../test/workerTask.ts";
import type { AffectedTests } from "./affectedTests.ts";
import type { SpareWorkers } from "./spareWorkers.ts";

/** Solidity tests that are compiled first: the fewer, the sooner the first of them runs. */
const firstProperties = 2;

/** Compiles Solidity files, so that the next processes use their code. */
export type Compile = (lane: "contracts" | "properties", files: readonly string[]) => Promise<void>;

/** What a round needs. */
export interface RoundTools {
  workers: SpareWorkers;
  compile: Compile;
  /** Folder for the tests' output. */
  logs: string;
  take(message: WorkerMessage): void;
}

/** Tests to run, and optionally only those whose full title matches a regular expression. */
export interface RoundPlan extends AffectedTests {
  grep?: string | undefined;
}

/**
 * Compiles and runs the tests of a plan. Solidity tests are compiled while the TypeScript tests run.
 *
 * @throws {CompileError} if a contract does not compile.
 */
export async function runRound(plan: RoundPlan, tools: RoundTools): Promise<void> {
  const results = await Promise.allSettled([
    runTypeScript(plan, tools),
    runProperties(plan, tools),
  ]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function runTypeScript({ contracts, tests, grep }: RoundPlan, tools: RoundTools) {
  if (contracts.length > 0) await tools.compile("contracts", contracts);
  const components = tests.filter(isComponentTest);
  const others = tests.filter((test) => !isComponentTest(test));
  await runTask("mocha", others, grep, tools);
  await runTask("components", components, grep, tools);
}

async function runProperties({ properties, grep }: RoundPlan, tools: RoundTools) {
  const groups = [properties.slice(0, firstProperties), properties.slice(firstProperties)];
  for (const group of groups) {
    if (group.length === 0) continue;
    await tools.compile("properties", group);
    await runTask("solidity", group, grep, tools);
  }
}

async function runTask(
  kind: TaskKind,
  files: readonly string[],
  grep: string | undefined,
  { workers, logs, take }: RoundTools,
): Promise<void> {
  if (files.length === 0) return;
  await startWorker({ kind, files, grep }, join(logs, `${kind}.log`), take, () =>
    workers.take(kind),
  );
}
