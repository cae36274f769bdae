import { relative } from "node:path";
import Mocha from "mocha";
import { describeFailure, formatDifference } from "./describeFailure.ts";
import type { FileCost, TestName, WorkerMessage } from "./messages.ts";
import type { WorkerTask } from "./workerTask.ts";

const {
  EVENT_RUN_END,
  EVENT_SUITE_BEGIN,
  EVENT_TEST_END,
  EVENT_TEST_FAIL,
  EVENT_TEST_PASS,
  EVENT_TEST_PENDING,
} = Mocha.Runner.constants;

/** Mocha reporter that sends each result and each file's cost to the parent process. */
class ChannelReporter {
  #cost: FileCost | undefined;
  #wallAtStart = 0;

  constructor(runner: Mocha.Runner) {
    runner.on(EVENT_SUITE_BEGIN, (suite: Mocha.Suite) => {
      if (suite.parent?.root && suite.file !== undefined) this.#startFile(nameOf(suite.file));
    });
    runner.on(EVENT_TEST_PASS, (test: Mocha.Test) => this.#tell("passed", test));
    runner.on(EVENT_TEST_PENDING, (test: Mocha.Test) => this.#tell("skipped", test));
    const done = new Set<Mocha.Test>();
    let isLate = false;
    runner.on(EVENT_TEST_END, (test: Mocha.Test) => done.add(test));
    runner.on(
      EVENT_TEST_FAIL,
      (test: Mocha.Test | Mocha.Hook, error: Error & { code?: string }) => {
        send({ type: "failed", ...identify(test), report: describeFailure(error) });
        // Mocha runs no further test of a suite whose hook failed.
        if (test.type === "hook") test.parent?.eachTest((each) => done.add(each));
        if (error.code !== "ERR_MOCHA_TIMEOUT") return;
        // It may still act on what later tests use.
        isLate = true;
        runner.abort();
      },
    );
    runner.once(EVENT_RUN_END, () => {
      this.#endFile();
      const left: TestName[] = [];
      if (isLate) runner.suite.eachTest((test) => done.has(test) || left.push(identify(test)));
      send({ type: "finished", left });
    });
  }

  #tell(type: "passed" | "skipped", test: Mocha.Test): void {
    if (this.#cost) this.#cost.tests += 1;
    send({ type, ...identify(test) });
  }

  #startFile(file: string): void {
    if (this.#cost?.file === file) return;
    this.#endFile();
    this.#cost = { file, tests: 0, wallSeconds: 0 };
    this.#wallAtStart = performance.now();
    send({ type: "fileStarted", file });
  }

  #endFile(): void {
    if (this.#cost === undefined) return;
    this.#cost.wallSeconds = Math.round((performance.now() - this.#wallAtStart) / 10) / 100;
    send({ type: "fileEnded", cost: this.#cost });
    this.#cost = undefined;
  }
}

/** Also prints the tree of tests; the parent process prints failures. */
class TreeReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    // Before mocha's own listener, which would read every property of an element, and throw.
    runner.on(EVENT_TEST_FAIL, (_: unknown, error: Error) => formatDifference(error));
    super(runner, options);
    new ChannelReporter(runner);
  }

  override epilogue(): void {}
}

/** Returns the mocha reporter of a task. */
export function reporterFor({ isVerbose, only }: WorkerTask): Mocha.ReporterConstructor {
  const wanted = only && new Set(only.map(({ file, title }) => `${file} ${title}`));
  const Reporter = isVerbose ? TreeReporter : ChannelReporter;
  class TaskReporter {
    constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
      if (wanted) keepTests(runner.suite, wanted);
      new Reporter(runner, options);
    }
  }
  // Safety: mocha only constructs a reporter that has no `done`.
  return TaskReporter as unknown as Mocha.ReporterConstructor;
}

function keepTests(suite: Mocha.Suite, wanted: ReadonlySet<string>): void {
  const isWanted = (test: Mocha.Test) => wanted.has(`${nameOf(test.file)} ${test.fullTitle()}`);
  suite.tests = suite.tests.filter(isWanted);
  for (const each of suite.suites) keepTests(each, wanted);
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
