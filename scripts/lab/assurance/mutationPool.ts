import { type ChildProcess, fork } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Mutant } from "./mutants/mutant.ts";
import { openWorkshop } from "./workshop.ts";

/** Compile the contracts with this change or as they are, with this optimizer or the project's own. */
export interface CompileQuestion {
  kind: "compile";
  mutant?: Mutant | undefined;
  optimizer?: object | undefined;
}

/** What a worker is asked. */
export type Question = CompileQuestion | TestQuestion;

export interface TestQuestion {
  kind: "test";
  code: string;
  /** Titles of the tests to be tried first. */
  favourites: string[];
  /** Whether the code is compiled otherwise than the project compiles, so that its gas says nothing. */
  isDraft: boolean;
}

/** What it answers. */
export type Answer =
  | { kind: "ready" }
  | { kind: "compiled"; code: string | undefined }
  | { kind: "killed"; by: string; timedOut: boolean; reason: string }
  | { kind: "survived" };

/** The exit code of a worker whose mutant took more memory than tests ever need, as an endless loop does. */
export const outOfMemory = 77;

const killedByMemory: Answer = {
  kind: "killed",
  by: "the bound on memory",
  timedOut: true,
  reason: "The tests took more memory than they ever need.",
};

/** A process that compiles and tests mutants, one after the other. */
export class MutationWorker {
  readonly #workshop: string;
  #process: ChildProcess | undefined;
  #hasTested = false;

  private constructor(workshop: string) {
    this.#workshop = workshop;
  }

  /** Opens a workshop, with the artifacts that a build left in `artifacts`. */
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
    // What still runs in the background of a test that took too long would disturb the next.
    this.close();
    // A process that has tested many mutants keeps memory of them: only a new one tells whose it was.
    return isFirstTest ? answer : this.ask(question);
  }

  close(): void {
    if (this.#process?.connected) this.#process.disconnect();
    this.#process = undefined;
    this.#hasTested = false;
  }

  async #running(): Promise<ChildProcess> {
    if (this.#process) return this.#process;
    const script = join(this.#workshop, "scripts", "lab", "assurance", "mutationWorker.ts");
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
        child.removeAllListeners();
        act();
      };
      child.once("message", (answer: Answer) => settle(() => resolve(answer)));
      child.once("error", (error) => settle(() => reject(error)));
      child.once("exit", (status) =>
        settle(() => {
          if (status === outOfMemory) resolve(killedByMemory);
          else reject(new Error(`A worker ended by itself, with ${status}. Run again.`));
        }),
      );
      if (question) child.send(question);
    });
  }
}
