import { type ChildProcess, spawn } from "node:child_process";
import { relative } from "node:path";
import { counted } from "../shared/commandLine/counted.ts";
import type { Output } from "../shared/commandLine/plainOutput.ts";
import type { WorkerMessage } from "../test/messages.ts";
import { type AffectedTests, affectedTests, isWatched } from "./affectedTests.ts";
import { CompileError } from "./compileWarm.ts";
import { ImportGraph, type Sources } from "./importGraph.ts";
import { Results } from "./results.ts";
import { type Compile, type RoundPlan, runRound } from "./round.ts";
import type { SpareWorkers } from "./spareWorkers.ts";

/** Compiles contracts for the tests. */
export interface Contracts {
  compile: Compile;
  /** Ends running compilations. */
  cancel(): Promise<void>;
}

/** What watching needs. */
export interface WatchTools {
  contracts: Contracts;
  workers: SpareWorkers;
  output: Output;
  /** Folder for the tests' output. */
  logs: string;
  readSources(): Promise<Sources>;
}

/** Files that each waiting process has loaded. */
const loadedFiles = /^scripts\/(hardhat|test)\//;

/** Time to end by a signal before the system ends a process. */
const graceMilliseconds = 1_000;

/** Runs what changes affect, one round at a time: a change ends the running round. */
export class Watch {
  readonly #tools: WatchTools;
  readonly #results = new Results();
  /** Files whose tests have not run to their end. */
  readonly #pending = new Set<string>();
  #round = 0;
  #begun = 0;
  #end: () => void = () => {};

  constructor(tools: WatchTools) {
    this.#tools = tools;
  }

  /** Runs the tests that the changed files affect. Paths are absolute, or from the project's root. */
  async change(paths: readonly string[]): Promise<void> {
    const files = paths.map((path) => relative(process.cwd(), path).replaceAll("\\", "/"));
    for (const file of files.filter(isWatched)) this.#pending.add(file);
    if (this.#pending.size === 0) return;
    const round = await this.#begin();
    if (files.some((file) => loadedFiles.test(file))) this.#tools.workers.renew();
    const graph = new ImportGraph(await this.#tools.readSources());
    const affected = affectedTests(graph, [...this.#pending]);
    if (await this.#run(round, this.#sorted(affected), [...this.#pending].join(", "))) {
      this.#pending.clear();
    }
  }

  /** Runs the tests again that failed last. */
  async runFailed(): Promise<void> {
    const plan = this.#results.planOfFailed();
    if (plan === undefined) return this.#tools.output.log("No test has failed.");
    await this.#run(await this.#begin(), plan, "failed tests");
  }

  /** Runs all tests as `npm test` does, which prints their results and sends them here. */
  async runAll(
    environment: NodeJS.ProcessEnv,
    script: readonly string[] = ["scripts/test.ts"],
  ): Promise<ChildProcess> {
    const child = await this.runScript(script, environment);
    const round = this.#round;
    this.#results.startAll();
    child.on("message", (message: WorkerMessage) => {
      if (round === this.#round) this.#results.take(message);
    });
    return child;
  }

  /** Runs a script of the project in processes of its own, and passes its output on. */
  async runScript(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
    await this.#begin();
    const child = spawn(process.execPath, args, {
      env: environment,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // A group of its own, which can be ended together.
      detached: true,
    });
    this.#end = () => endGroup(child);
    return child;
  }

  /** Ends what runs. */
  async stop(): Promise<void> {
    await this.#begin();
  }

  async #begin(): Promise<number> {
    this.#round += 1;
    this.#begun = performance.now();
    const round = this.#round;
    this.#end();
    this.#end = () => {};
    this.#tools.workers.cancel();
    await this.#tools.contracts.cancel();
    return round;
  }

  /** @returns whether the round ran to its end. */
  async #run(round: number, plan: RoundPlan, cause: string): Promise<boolean> {
    const { output, workers, contracts, logs } = this.#tools;
    const isCurrent = () => round === this.#round;
    output.log(`\n${cause}: ${describePlan(plan)}`);
    this.#results.start(plan, this.#begun);
    const take: Parameters<typeof runRound>[1]["take"] = (message) => {
      const text = isCurrent() ? this.#results.take(message) : undefined;
      if (text !== undefined) output.log(text);
    };
    try {
      await runRound(plan, { workers, compile: contracts.compile, logs, take });
      if (isCurrent()) output.log(this.#results.summarize());
    } catch (error) {
      // The next change may correct it.
      if (isCurrent()) output.error(error instanceof CompileError ? error.message : error);
      return false;
    }
    if (isCurrent()) workers.prepare();
    return isCurrent();
  }

  #sorted({ properties, tests, ...others }: AffectedTests): RoundPlan {
    return {
      ...others,
      properties: this.#results.failedFirst(properties),
      tests: this.#results.failedFirst(tests),
    };
  }
}

/** Ends a process and those that it has started, also while it compiles and receives no signal. */
function endGroup(child: ChildProcess): void {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, "SIGTERM");
  const timer = setTimeout(() => process.kill(-pid, "SIGKILL"), graceMilliseconds);
  child.once("exit", () => clearTimeout(timer));
}

function describePlan({ properties, tests, left }: RoundPlan): string {
  if (properties.length + tests.length === 0) return "no test reaches this";
  const parts = [
    properties.length > 0 && `${counted(properties.length, "file")} of properties`,
    tests.length > 0 && `${counted(tests.length, "file")} of tests`,
    left > 0 && `without ${counted(left, "file")} of tests that reach it from afar`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}
