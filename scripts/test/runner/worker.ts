// Child process of `npm test`: runs the task in its argument, as JSON, and reports over IPC.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type LoadHookSync, registerHooks, setSourceMapsSupport } from "node:module";
import { relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { transformSync } from "esbuild";
import Mocha from "mocha";
import { ownTests } from "../../shared/ownTests.ts";
import { inOwnNoun } from "./ownNoun.ts";
import type { ResourceName } from "./resources.ts";
import { deployTestedContract } from "./testedContract.ts";
import { needsDom } from "./testFiles.ts";
import { testTimeoutMilliseconds } from "./testTimeout.ts";

/** One process's task in a test run. */
export interface WorkerTask {
  /** Paths from the project's root. */
  files: readonly string[];
  /** Only tests whose full title matches this regular expression. */
  grep?: string | undefined;
  /** Prints the tests' tree to standard output. */
  isVerbose: boolean;
}

/** Message from a worker to its parent process. */
export type WorkerMessage =
  | { type: "passed" | "skipped"; file: string; title: string }
  | { type: "failed"; file: string; title: string; report: string }
  | { type: "started"; file: string }
  | { type: "ended"; file: string; seconds: number }
  | { type: "finished" }
  | { type: "resourceWanted"; resource: ResourceName };

/** Time limit for open handles to close after the last test. */
const maxShutdownMilliseconds = 15_000;
const tests = pathToFileURL("test/").href;

// Ends with the parent process.
process.on("disconnect", () => process.exit(1));
// Runs the handlers of "exit", which end detached services.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
const { files, grep, isVerbose }: WorkerTask = JSON.parse(process.argv[2] ?? "");
process.env.NODE_ENV ??= "test";
// Mocha has already read both variables; commands that tests start must print plain text, even on a build server.
delete process.env.FORCE_COLOR;
process.env.NO_COLOR = "1";
registerHooks({ load });
setSourceMapsSupport(true);
// Imported after mocha is loaded.
if (files.some(needsDom)) await import("./registerDom.ts");

/** Sends results to the parent process, which prints failures; prints the test tree on request. */
class Reporter extends (isVerbose ? Mocha.reporters.Spec : Mocha.reporters.Base) {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    // Registered before mocha's own listeners.
    report(runner);
    super(runner, options);
  }
  override epilogue(): void {}
}
// The slowest imports of these tests, while the contracts compile.
if (files.some((file) => file.includes("contracts/"))) {
  await Promise.all([import("hardhat"), import("ethers"), import("viem")]);
}
await once(process, "message");
await deployTestedContract();
const timeout = testTimeoutMilliseconds;
const options: Mocha.MochaOptions = { reporter: Reporter, timeout, forbidOnly: true };
const mocha = new Mocha(grep === undefined ? options : { ...options, grep });
for (const file of files) mocha.addFile(resolve(file));
await mocha.loadFilesAsync();
await new Promise((done) => mocha.run(done));
// The parent process counts failures, so any other status means that shutdown failed. A test may have set a status.
process.exitCode = 0;
process.removeAllListeners("disconnect");
setTimeout(() => {
  console.error("Still open after the last test:", process.getActiveResourcesInfo().join(", "));
  process.exit(1);
}, maxShutdownMilliseconds).unref();
process.disconnect?.();

/** Reads tests with this collection's nouns, and compiles JSX, which Node does not support; Node itself strips types. */
function load(...[url, context, next]: Parameters<LoadHookSync>): ReturnType<LoadHookSync> {
  const isTest = url.startsWith(tests) && !url.startsWith(pathToFileURL(ownTests).href);
  if (!url.endsWith(".tsx")) {
    const loaded = next(url, context);
    return isTest ? { ...loaded, source: inOwnNoun(String(loaded.source)) } : loaded;
  }
  const sourcefile = fileURLToPath(url);
  const options = { loader: "tsx", jsx: "automatic", sourcemap: "inline", sourcefile } as const;
  const source = readFileSync(sourcefile, "utf8");
  const { code } = transformSync(isTest ? inOwnNoun(source) : source, options);
  return { format: "module", source: code, shortCircuit: true };
}

function report(runner: Mocha.Runner): void {
  runner.on("pass", (test) => send({ type: "passed", ...identify(test) }));
  runner.on("pending", (test) => send({ type: "skipped", ...identify(test) }));
  runner.on("fail", (test, error) =>
    send({ type: "failed", ...identify(test), report: describeFailure(error) }),
  );
  let begun = 0;
  runner.on("suite", ({ parent, file }) => {
    if (!parent?.root) return;
    begun = performance.now();
    send({ type: "started", file: readName(file) });
  });
  runner.on("suite end", ({ parent, file }) => {
    const seconds = (performance.now() - begun) / 1_000;
    if (parent?.root) send({ type: "ended", file: readName(file), seconds });
  });
  runner.once("end", () => send({ type: "finished" }));
}

/** Formats a failed assertion with its diff and its stack, without frames of Node or libraries. */
function describeFailure(error: Error): string {
  const { showDiff, actual, expected } = error as Error & Record<string, unknown>;
  const hasDiff = showDiff !== false && actual !== undefined && expected !== undefined;
  const texts = hasDiff ? { actual: show(actual), expected: show(expected) } : undefined;
  // Mocha's own listener would read every property of an element, and throw.
  Object.assign(error, texts);
  const difference = texts && Mocha.reporters.Base.generateDiff(texts.actual, texts.expected);
  const isOurs = (line: string) => !/^\s+at .*(node:internal|node_modules)/.test(line);
  const stack = (error.stack ?? String(error)).split("\n").filter(isOurs).join("\n");
  const cause = error.cause instanceof Error ? `\n  caused by ${error.cause.stack}` : "";
  return `${stack}${difference ?? ""}${cause}`;
}

/** Formats a value for the diff, with one line for each property. */
function show(value: unknown): string {
  if (typeof value === "string") return value;
  return inspect(value, { depth: null, sorted: true, compact: false, maxArrayLength: null });
}

function identify(runnable: Mocha.Runnable): { file: string; title: string } {
  return { file: readName(runnable.file), title: runnable.fullTitle() };
}

function readName(file: string | undefined): string {
  return file === undefined ? "" : relative(process.cwd(), file);
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
