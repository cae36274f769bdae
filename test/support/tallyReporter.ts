import { relative } from "node:path";
import Mocha from "mocha";

const { EVENT_RUN_END, EVENT_TEST_END, EVENT_SUITE_BEGIN } = Mocha.Runner.constants;

interface Tally {
  tests: number;
  milliseconds: number;
}

/** Mocha's own report, and after it how many tests each folder has and how long they took, hooks included. */
class TallyReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const tallies = new Map<string, Tally>();
    let lastMoment = performance.now();
    const spend = (folder: string, tests: number) => {
      const now = performance.now();
      const { tests: before, milliseconds } = tallies.get(folder) ?? { tests: 0, milliseconds: 0 };
      const spent = milliseconds + now - lastMoment;
      tallies.set(folder, { tests: before + tests, milliseconds: spent });
      lastMoment = now;
    };
    runner.on(EVENT_TEST_END, (test: Mocha.Test) => spend(folderOf(test.file), 1));
    runner.on(EVENT_SUITE_BEGIN, (suite: Mocha.Suite) => {
      if (suite.root) lastMoment = performance.now();
    });
    // Before Spec's own list of failures would be nicer, but that is written at the same event.
    runner.once(EVENT_RUN_END, () => console.log(formatTallies(tallies)));
  }
}

// Mocha requires its reporter; this is what Node then gives it.
export { TallyReporter as "module.exports" };

function folderOf(file: string | undefined): string {
  if (file === undefined) return "elsewhere";
  return relative(process.cwd(), file).split("/").slice(0, -1).join("/");
}

function formatTallies(tallies: ReadonlyMap<string, Tally>): string {
  const rows = [...tallies].sort(([a], [b]) => a.localeCompare(b));
  return ["folder                              tests  seconds", ...rows.map(formatRow)].join("\n");
}

function formatRow([folder, { tests, milliseconds }]: [string, Tally]): string {
  const seconds = (milliseconds / 1_000).toFixed(0);
  return `${folder.padEnd(32)}${String(tests).padStart(9)}${seconds.padStart(9)}`;
}
