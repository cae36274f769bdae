import { isComponentTest } from "../../test/testFiles.ts";
import type { TestProcess } from "./judge.ts";
import type { MutationAnswer, MutationQuestion } from "./messages.ts";

/** Two processes that start when first asked: component tests run in one with a DOM, the others in one without. */
export class TestProcesses implements TestProcess {
  readonly #start: () => Promise<TestProcess>;
  readonly #started = new Map<boolean, TestProcess>();

  constructor(start: () => Promise<TestProcess>) {
    this.#start = start;
  }

  /** Whether one of them has ended. */
  get isLost(): boolean {
    return [...this.#started.values()].some(({ isLost }) => isLost);
  }

  async ask(question: MutationQuestion, timeout: number): Promise<MutationAnswer> {
    const hasDom = "file" in question && isComponentTest(question.file);
    const process = this.#started.get(hasDom) ?? (await this.#start());
    this.#started.set(hasDom, process);
    return process.ask(question, timeout);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#started.values()].map((each) => each.close()));
  }

  kill(): void {
    for (const each of this.#started.values()) each.kill();
  }
}
