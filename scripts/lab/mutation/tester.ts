import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { TestResult, TestTask } from "./mutationWorker.ts";
import { projectRoot } from "./solidity.ts";

/** Longer than all tests take: a contract's endless loop may outlast the time limit of its test. */
const testsTimeoutMilliseconds = 600_000;

/** Runs the contract tests in a process, which is killed with a code that blocks it or fills its memory. */
export class Tester {
  #worker: ChildProcess | undefined;

  async test(task: TestTask): Promise<TestResult> {
    const worker = this.#worker ?? (await this.#start());
    const timer = setTimeout(() => worker.kill("SIGKILL"), testsTimeoutMilliseconds);
    worker.send(task);
    const result = await resultOf(worker);
    clearTimeout(timer);
    if (result === undefined || result.isLast) this.end();
    return result ?? { title: "All tests", reason: "Their process was killed.", isLast: true };
  }

  end(): void {
    this.#worker?.kill("SIGKILL");
    this.#worker = undefined;
  }

  async #start(): Promise<ChildProcess> {
    const worker = fork(join(import.meta.dirname, "mutationWorker.ts"), {
      cwd: projectRoot,
      env: { ...process.env, NODE_ENV: "test" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#worker = worker;
    if ((await resultOf(worker)) !== undefined) return worker;
    throw new Error("The tests cannot be loaded; the message is above.");
  }
}

/** The next message of a worker; undefined if it ends before. */
function resultOf(worker: ChildProcess): Promise<TestResult | undefined> {
  return new Promise((resolve) => {
    const end = () => resolve(undefined);
    worker.once("exit", end);
    worker.once("message", (result) => {
      worker.off("exit", end);
      resolve(result as TestResult);
    });
  });
}
