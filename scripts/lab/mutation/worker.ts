// A worker process of `npm run mutate -- api | protocol | web`. It loads test files, whose imports contain all
// mutants, and runs them with the requested mutant active.
import childProcess, { type SpawnOptions } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve } from "node:path";
import Mocha from "mocha";
import { register } from "tsx/esm/api";
import { isComponentTest } from "../../test/testFiles.ts";
import { testTimeoutMilliseconds } from "../../test/testTimeout.ts";
import type {
  FileCoverage,
  MutationAnswer,
  MutationQuestion,
  RunResult,
  TestSelection,
} from "./messages.ts";
import { switchInPage } from "./pageSwitch.ts";
import { CoverageRecorder } from "./recordCoverage.ts";
import { mutantSwitch, switchOn, takeReached } from "./switch.ts";

/** Mutant that is active from the start, or `noMutant`. */
const first = mutantSwitch().active;
// In the copy of the project, which is removed at the end of the run.
const hits = resolve(`reached-${process.pid}`);
writeFileSync(hits, "");
Object.assign(process.env, {
  HH_TEST: "true",
  NODE_ENV: "test",
  NODE_OPTIONS: `--import=${new URL("hook.ts", import.meta.url).href}`,
  MUTATION_HITS: hits,
  MUTATION_WORKER: String(process.pid),
});
// A test that fails early leaves promises pending.
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());
// Node strips types, but does not support JSX.
register();
passEnvironmentOn();

const mocha = new Mocha({ timeout: testTimeoutMilliseconds, reporter: Mocha.reporters.Base });
mocha.cleanReferencesAfterRun(false);
/** Hooks that close resources which all tests of a process share. They run once, at the end. */
const lastHooks: Mocha.Hook[] = [];
const loaded = new Set<string>();
let pages: typeof import("./browserSwitch.ts") | undefined;

process.on("message", async (question: MutationQuestion) => {
  // The command's responses to tests that request a resource use the same channel.
  if (!["cover", "run", "end"].includes(question.type)) return;
  try {
    if (question.type === "end") await end();
    else process.send?.(await answer(question));
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.send?.({ type: "broken", reason } satisfies MutationAnswer);
  }
});
process.send?.({ type: "ready" } satisfies MutationAnswer);

async function answer(
  question: Exclude<MutationQuestion, { type: "end" }>,
): Promise<MutationAnswer> {
  if (question.type === "cover") return { type: "covered", ...(await cover(question.file)) };
  await load(question.file);
  return { type: "ran", ...(await run(question)) };
}

async function load(file: string): Promise<void> {
  if (loaded.has(file)) return;
  loaded.add(file);
  // Such a process runs component tests only, so nothing that looks for a DOM is loaded yet.
  if (isComponentTest(file)) await import("../../test/registerDom.ts");
  if (file.startsWith("test/web/pages/") && pages === undefined) {
    // This starts the browser, which most tests do not need.
    pages = await import("./browserSwitch.ts");
    pages.switchPages(switchInPage);
  }
  mocha.files = [resolve(file)];
  await mocha.loadFilesAsync();
  // Safety: mocha stores the hooks of a suite there and has no public API for them.
  const root = mocha.suite as unknown as { _afterAll: Mocha.Hook[] };
  lastHooks.push(...root._afterAll.splice(0));
}

async function cover(file: string): Promise<FileCoverage> {
  takeReached();
  await load(file);
  const loading = takeReached();
  const recorder = new CoverageRecorder(takeReached, takeHits);
  const started = performance.now();
  select(file, () => true);
  mocha.bail(false);
  await new Promise<void>((done) => recorder.record(mocha.run(() => done())));
  return { loading, ...recorder.finish(), milliseconds: performance.now() - started };
}

async function run({ number, file, tests }: TestSelection): Promise<RunResult> {
  const timeouts = new Map(tests);
  select(file, (title) => tests.length === 0 || timeouts.has(title), timeouts);
  switchOn(number);
  await pages?.updatePages();
  takeReached();
  takeHits();
  mocha.bail(true);
  const result: RunResult = { titles: [], isReached: false };
  await new Promise<void>((done) => {
    const runner = mocha.run(() => {
      // Otherwise the runner would keep listening for rejections of late promises.
      runner.dispose();
      done();
    });
    runner.on("test", (test) => result.titles.push(test.fullTitle()));
    runner.on("fail", (test, error) => {
      const isTimeout = error?.code === "ERR_MOCHA_TIMEOUT";
      result.failure ??= { title: test.fullTitle(), reason: String(error?.message), isTimeout };
    });
  });
  result.isReached = takeReached().includes(number) || takeHits().includes(number);
  switchOn(first);
  return result;
}

/** Selects the tests of a file for the next run. */
function select(
  file: string,
  isWanted: (title: string) => boolean,
  timeouts: ReadonlyMap<string, number> = new Map(),
): void {
  const path = resolve(file);
  const titles = new Set<string>();
  mocha.suite.eachTest((test: Mocha.Test) => {
    const title = test.fullTitle();
    if (test.file !== path || !isWanted(title)) return;
    titles.add(title);
    const timeout = timeouts.get(title);
    if (timeout !== undefined) test.timeout(timeout);
  });
  // Safety: mocha calls nothing but this method of an expression.
  mocha.grep({ test: (title: string) => titles.has(title) } as RegExp);
}

/** Returns and clears the mutants that processes started by tests have reached. */
function takeHits(): number[] {
  const lines = readFileSync(hits, "utf8");
  if (lines === "") return [];
  writeFileSync(hits, "");
  return lines.trimEnd().split("\n").map(Number);
}

async function end(): Promise<void> {
  for (const hook of lastHooks) {
    // Safety: no hook in this repository takes a callback.
    await Promise.race([(hook as unknown as { fn(): Promise<void> }).fn(), pause(5_000)]).catch(
      () => {},
    );
  }
  process.exit();
}

/** Passes the switch to child processes that tests start with their own environment. */
function passEnvironmentOn(): void {
  const { spawn } = childProcess;
  const passed = ["NODE_OPTIONS", "MUTATION_COUNT", "MUTATION_ACTIVE", "MUTATION_HITS"].concat(
    "MUTATION_WORKER",
  );
  childProcess.spawn = ((command: string, args: string[], options?: SpawnOptions) => {
    if (!Array.isArray(args) || options?.env === undefined)
      return spawn(command, args, options ?? {});
    const added = Object.fromEntries(passed.map((name) => [name, process.env[name]]));
    return spawn(command, args, { ...options, env: { ...options.env, ...added } });
  }) as typeof spawn;
  syncBuiltinESMExports();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds).unref());
}
