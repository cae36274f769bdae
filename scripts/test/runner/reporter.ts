import { relative } from "node:path";
import { inspect } from "node:util";
import Mocha from "mocha";
import type { FileCost, TestName, WorkerMessage, WorkerTask } from "./messages.ts";

const { EVENT_RUN_END, EVENT_SUITE_BEGIN, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } =
  Mocha.Runner.constants;

/** Returns the mocha reporter of a task, which sends results to the parent process. */
export function reporterFor({ isVerbose }: WorkerTask): Mocha.ReporterConstructor {
  class TaskReporter {
    constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
      // Before mocha's own listener, which would read every property of an element, and throw.
      runner.on(EVENT_TEST_FAIL, (_: unknown, error: Error) => formatDifference(error));
      if (isVerbose) new TreeReporter(runner, options);
      reportResults(runner);
      reportCosts(runner);
    }
  }
  // Safety: mocha only constructs a reporter that has no `done`.
  return TaskReporter as unknown as Mocha.ReporterConstructor;
}

/** Prints the tree of tests; the parent process prints failures. */
class TreeReporter extends Mocha.reporters.Spec {
  override epilogue(): void {}
}

function reportResults(runner: Mocha.Runner): void {
  let isLate = false;
  runner.on(EVENT_TEST_PASS, (test: Mocha.Test) => send({ type: "passed", ...identify(test) }));
  runner.on(EVENT_TEST_PENDING, (test: Mocha.Test) => send({ type: "skipped", ...identify(test) }));
  runner.on(EVENT_TEST_FAIL, (test: Mocha.Test | Mocha.Hook, error: Error & { code?: string }) => {
    send({ type: "failed", ...identify(test), report: describeFailure(error) });
    if (error.code !== "ERR_MOCHA_TIMEOUT") return;
    isLate = true;
    runner.abort();
  });
  runner.once(EVENT_RUN_END, () => send({ type: "finished", isLate }));
}

function reportCosts(runner: Mocha.Runner): void {
  let cost: FileCost | undefined;
  let started = 0;
  const endFile = () => {
    if (cost === undefined) return;
    const wallSeconds = Math.round((performance.now() - started) / 10) / 100;
    send({ type: "fileEnded", ...cost, wallSeconds });
  };
  runner.on(EVENT_SUITE_BEGIN, ({ parent, file: path }: Mocha.Suite) => {
    const file = nameOf(path);
    if (!parent?.root || cost?.file === file) return;
    endFile();
    cost = { file, wallSeconds: 0 };
    started = performance.now();
    send({ type: "fileStarted", file });
  });
  runner.prependOnceListener(EVENT_RUN_END, endFile);
}

/** Formats a failed assertion with its diff and its stack, without frames of Node or libraries. */
function describeFailure(error: Error): string {
  const { actual, expected } = formatDifference(error);
  const hasDiff = actual !== undefined && expected !== undefined;
  const difference = hasDiff ? Mocha.reporters.Base.generateDiff(actual, expected) : "";
  const isOurs = (line: string) => !/^\s+at .*(node:internal|node_modules)/.test(line);
  const stack = (error.stack ?? String(error)).split("\n").filter(isOurs).join("\n");
  const cause = error.cause instanceof Error ? `\n  caused by ${error.cause.stack}` : "";
  return `${stack}${difference}${cause}`;
}

/** Replaces the values that a failed assertion compared, if it has both, by their texts. */
function formatDifference(error: Error): { actual?: string; expected?: string } {
  const { showDiff, actual, expected } = error as Error & Record<string, unknown>;
  if (showDiff === false || actual === undefined || expected === undefined) return {};
  return Object.assign(error, { actual: show(actual), expected: show(expected) });
}

/** Formats a value for the diff: an element of a page by its HTML. */
function show(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && "outerHTML" in value) {
    return String(value.outerHTML);
  }
  try {
    return Mocha.utils.stringify(value);
  } catch {
    // A value that mocha cannot format must not stop the report, for which the run waits.
    return inspect(value);
  }
}

function identify(runnable: Mocha.Runnable): TestName {
  return { file: nameOf(runnable.file), title: runnable.fullTitle() };
}

function nameOf(file: string | undefined): string {
  return file === undefined ? "" : relative(process.cwd(), file);
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
