import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { CompilerInput, CompilerOutput } from "hardhat/types/solidity";

/** Compiler in a thread of its own, which stays loaded: starting it takes as long as compiling the collection. */
export class WarmCompiler {
  #thread = startThread();
  #isBusy = false;

  /** Compiles standard JSON input. Only one call at a time. */
  async compile(input: CompilerInput): Promise<CompilerOutput> {
    this.#isBusy = true;
    this.#thread.postMessage(JSON.stringify(input));
    const [output] = await once(this.#thread, "message");
    this.#isBusy = false;
    // Safety: solc answers with JSON.
    return JSON.parse(output as string) as CompilerOutput;
  }

  /** Ends a compilation whose result is no longer wanted; it never resolves. */
  async cancel(): Promise<void> {
    if (!this.#isBusy) return;
    const ended = this.#thread;
    this.#thread = startThread();
    this.#isBusy = false;
    await ended.terminate();
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}

function startThread(): Worker {
  return new Worker(new URL("./solcThread.ts", import.meta.url));
}
