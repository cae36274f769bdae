import type { WorkerMessage } from "../test/messages.ts";
import { commandFor, patternOf } from "../test/summary.ts";
import type { RoundPlan } from "./round.ts";

/** Results of the tests since the start: which fail, and the counts of the running round. */
export class Results {
  readonly #failed = new Map<string, Set<string>>();
  #passed = 0;
  #failures = 0;
  #started = performance.now();
  #first: number | undefined;

  /**
   * Starts a round: earlier failures of its files are forgotten.
   *
   * @param begun when the change was noticed, by `performance.now()`.
   */
  start({ properties, tests }: RoundPlan, begun: number): void {
    [this.#passed, this.#failures, this.#first] = [0, 0, undefined];
    this.#started = begun;
    for (const file of [...properties, ...tests]) this.#failed.delete(file);
  }

  /** Starts a round of all tests: earlier failures are forgotten. */
  startAll(): void {
    this.#failed.clear();
  }

  /** @returns what to print for a message, if anything. */
  take(message: WorkerMessage): string | undefined {
    if (message.type === "traced") return `${indent(message.report)}\n`;
    if (message.type !== "passed" && message.type !== "failed") return undefined;
    this.#first ??= performance.now() - this.#started;
    if (!("report" in message)) {
      this.#passed += 1;
      return undefined;
    }
    this.#failures += 1;
    const titles = this.#failed.get(message.file) ?? new Set();
    this.#failed.set(message.file, titles.add(message.title));
    return `✘ ${message.title}\n${indent(message.report)}\n  ${commandFor(message)}\n`;
  }

  /** Formats the round's result. */
  summarize(): string {
    const total = seconds(performance.now() - this.#started);
    if (this.#first === undefined) return `No test ran (${total}).`;
    const sign = this.#failures === 0 ? "✔" : "✘";
    const counts = `${this.#passed} passed, ${this.#failures} failed`;
    return `${sign} ${counts} in ${total}, the first result after ${seconds(this.#first)}`;
  }

  /** Sorts files that failed before the others. */
  failedFirst(files: readonly string[]): string[] {
    const isPassing = (file: string) => Number(!this.#failed.has(file));
    return files.toSorted((a, b) => isPassing(a) - isPassing(b));
  }

  /** Returns the plan that runs the failed tests again; undefined if there are none. */
  planOfFailed(): RoundPlan | undefined {
    const files = [...this.#failed.keys()].filter((file) => file !== "");
    if (files.length === 0) return undefined;
    const titles = [...this.#failed.values()].flatMap((each) => [...each]);
    // A failed hook's title is that of its group, and more.
    const words = titles.map((title) => patternOf(withoutHook(title)));
    return {
      properties: files.filter((file) => file.endsWith(".t.sol")),
      tests: files.filter((file) => !file.endsWith(".t.sol")),
      contracts: [],
      left: 0,
      grep: words.join("|"),
    };
  }
}

function withoutHook(title: string): string {
  return title.split(/ "(?:before|after) (?:each|all)" hook/)[0] ?? title;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
