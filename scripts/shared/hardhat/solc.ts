import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** The compiler, which comes from npm, so that nothing is downloaded at build time. */
export const solcPath = fileURLToPath(import.meta.resolve("solc/soljson.js"));

/** A thread with solc, which would block the process for seconds. */
export class SolcThread {
  readonly #worker = new Worker(new URL("solcThread.ts", import.meta.url));

  /** Compiles standard JSON input to standard JSON output. Call it again only when it has finished. */
  async compile(input: string): Promise<string> {
    this.#worker.postMessage(input);
    const [output] = await once(this.#worker, "message");
    return output;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
