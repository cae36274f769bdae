import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestResult } from "./mutationWorker.ts";
import { projectRoot } from "./solidity.ts";

/** Longer than all tests take, because a contract's endless loop may exceed its test's time limit. */
const testsTimeoutMilliseconds = 600_000;

/**
 * Runs the contract tests in a child process, and replaces the process if a mutant blocks it or exhausts its memory.
 */
export class Tester implements Disposable {
  #process: Awaited<ReturnType<typeof start>> | undefined;

  /** @returns the first failure, if any. */
  async test(code: string): Promise<TestResult["failure"]> {
    this.#process ??= await start();
    const { worker, next } = this.#process;
    const timer = setTimeout(() => worker.kill("SIGKILL"), testsTimeoutMilliseconds);
    worker.send(code);
    const result = await next().finally(() => clearTimeout(timer));
    if (result?.isLast !== false) this[Symbol.dispose]();
    return result
      ? result.failure
      : { title: "All tests", reason: "The tests' process was killed." };
  }

  [Symbol.dispose](): void {
    this.#process?.worker.kill("SIGKILL");
    this.#process = undefined;
  }
}

async function start() {
  const worker = fork(join(import.meta.dirname, "mutationWorker.ts"), {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: "test" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exit = once(worker, "exit").then(([status]) => {
    // A killed process has no exit code.
    if (status !== null) throw new Error("The tests' process failed; the message is above.");
  });
  // The child may exit while nothing is waiting for a message.
  exit.catch(() => undefined);
  // Safety: the worker sends only these messages.
  const message = async () => (await once(worker, "message"))[0] as TestResult;
  /** Resolves with the child's next message, or with undefined if the child is killed first. */
  const next = () => Promise.race([exit, message()]);
  if ((await next()) !== undefined) return { worker, next };
  throw new Error("The tests cannot be loaded; the message is above.");
}
