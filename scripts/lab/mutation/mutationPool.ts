import { type ChildProcess, fork } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Mutant } from "./mutants/mutant.ts";
import { openWorkshop } from "./workshop.ts";

/** Compile the contracts, with a mutant and with other optimizer settings if given. */
export interface CompileQuestion {
  kind: "compile";
  mutant?: Mutant | undefined;
  optimizer?: object | undefined;
}

/** A request to a worker. */
export type Question = CompileQuestion | TestQuestion;

export interface TestQuestion {
  kind: "test";
  code: string;
  /** Titles of the tests to run first. */
  favourites: string[];
  /** Whether the code is compiled with other settings than the project's, so that gas tests do not apply. */
  isDraft: boolean;
}

/** A worker's response. */
export type Answer =
  | { kind: "ready" }
  | { kind: "compiled"; code: string | undefined }
  | { kind: "killed"; by: string; timedOut: boolean; reason: string }
  | { kind: "survived" };

/** Exit code of a worker whose mutant exceeded the memory limit, for example in an endless loop. */
export const outOfMemory = 77;

const killedByMemory: Answer = {
  kind: "killed",
  by: "the memory limit",
  timedOut: true,
  reason: "The tests exceeded the memory limit.",
};

/** Many times as long as all tests take, in milliseconds. A contract's endless loop may outlast the time limit of its test. */
const longestAnswer = 300_000;

const killedByTime: Answer = {
  kind: "killed",
  by: "the time limit",
  timedOut: true,
  reason: "The tests exceeded the time limit.",
};

/** A process that compiles and tests mutants one after the other. */
export class MutationWorker {
  readonly #workshop: string;
  #process: ChildProcess | undefined;
  #hasTested = false;

  private constructor(workshop: string) {
    this.#workshop = workshop;
  }

  /** Opens a copy of the project with the build's artifacts from the folder `artifacts`. */
  static async open(artifacts: string): Promise<MutationWorker> {
    const workshop = await openWorkshop("mutation");
    await cp(artifacts, join(workshop, "artifacts"), { recursive: true });
    return new MutationWorker(workshop);
  }

  async ask(question: Question): Promise<Answer> {
    const process = await this.#running();
    const isFirstTest = !this.#hasTested;
    if (question.kind === "test") this.#hasTested = true;
    const answer = await this.#exchange(process, question);
    if (answer.kind !== "killed" || !answer.timedOut) return answer;
    // A test that timed out may still run in the background and disturb the next.
    this.close();
    // Earlier mutants use memory too, so only a new process shows whether this one exceeds the limit.
    return isFirstTest ? answer : this.ask(question);
  }

  close(): void {
    if (this.#process?.connected) this.#process.disconnect();
    this.#process = undefined;
    this.#hasTested = false;
  }

  async #running(): Promise<ChildProcess> {
    if (this.#process) return this.#process;
    const script = join(this.#workshop, "scripts", "lab", "mutation", "mutationWorker.ts");
    const child = fork(script, {
      cwd: this.#workshop,
      env: { ...process.env, NODE_ENV: "test" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#process = child;
    await this.#exchange(child);
    return child;
  }

  #exchange(child: ChildProcess, question?: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        child.removeAllListeners();
        act();
      };
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        settle(() => resolve(killedByTime));
      }, longestAnswer);
      child.once("message", (answer: Answer) => settle(() => resolve(answer)));
      child.once("error", (error) => settle(() => reject(error)));
      child.once("exit", (status) =>
        settle(() => {
          if (status === outOfMemory) resolve(killedByMemory);
          else reject(new Error(`A worker exited unexpectedly with ${status}. Run this again.`));
        }),
      );
      if (question) child.send(question);
    });
  }
}
