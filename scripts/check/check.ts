// npm run check: static checks of the code.
import { existsSync, globSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fingerprint } from "../../api/production/fingerprint.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { compileContracts } from "../shared/compileContracts.ts";
import { ownTests } from "../shared/ownTests.ts";
import { run } from "../shared/run.ts";
import { importsGoDown } from "./layers.ts";
import { lockFileIsSafe } from "./lockFile.ts";
import { pageRunsInOldestBrowsers } from "./oldBrowsers.ts";
import { paramTagsAreCurrent } from "./paramTags.ts";

const help = `Usage: npm run check

Checks lint, format, types, layers of imports, @param tags, the lock file, licenses, unused code, generated
files (and rewrites stale ones), and whether the web app runs in the oldest browsers. npm run fix corrects
format and simple lint.

  --help    show this text

Exit status: 0 if every check passed, 1 if one failed, 2 on a usage error.`;

/** Number of compiler configurations in hardhat.config.ts, each of which compiles its contracts together. */
const compilerConfigurations = 2;

process.exitCode = await runCommand(
  { help, options: {}, read: () => undefined, run: check },
  process.argv.slice(2),
  console,
);

/** @returns the exit status. */
async function check(): Promise<number> {
  // The other checks read this check's output.
  const isFresh = await timed("generated files", generatedFilesAreFresh);
  const results = await Promise.all([
    timed("lint and format", () => run({}, "biome", "check", "--error-on-warnings", ".")),
    timed("types", () => all(...["api/protocol", ".", "web", "test"].map(tsc))),
    timed("layers", importsGoDown),
    timed("@param tags", paramTagsAreCurrent),
    timed("lock file and licenses", lockFileIsSafe),
    // Tests that a different collection lacks are the only users of some exports.
    timed("unused code", () =>
      run({}, "knip", ...(existsSync(ownTests) ? [] : ["--exclude=exports"])),
    ),
    timed("oldest browsers", pageRunsInOldestBrowsers),
  ]);
  if (isFresh && !results.includes(false)) return 0;
  console.error("\nSome checks failed. `npm run fix` corrects format and simple lint.");
  return 1;
}

/** Runs a check and prints its result. A check returns its error output, or undefined if it passed. */
async function timed(title: string, check: () => Promise<string | undefined>): Promise<boolean> {
  const started = performance.now();
  const problem = await check();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${problem === undefined ? "✔" : "✘"} ${title} (${seconds} s)`);
  if (problem !== undefined) console.error(problem);
  return problem === undefined;
}

/** Regenerates the files derived from the contracts and the error table if either has changed. */
async function generatedFilesAreFresh(): Promise<string | undefined> {
  const generated = ["typechain-types", "docs/contract.md", "docs/api.md"];
  const before = await fingerprint(".", generated);
  // A contract's metadata depends on the packages compiled with it, so contracts that were compiled alone are compiled
  // with all others, as in a new clone.
  if (globSync("artifacts/build-info/*.output.json").length > compilerConfigurations) {
    for (const file of ["cache/compile-cache.json", "cache/contractsBuild.txt"])
      await rm(file, { force: true });
  }
  const failure = await compileContracts().then(
    () => run({}, "node", "scripts/commands/explain.ts", "--write"),
    (error: Error) => error.message,
  );
  if (failure !== undefined) return failure;
  if (before !== (await fingerprint(".", generated))) {
    return `${generated.join(", ")}: at least one file was out of date and has been updated. Review the change and commit it.`;
  }
  return undefined;
}

/** Type-checks a project incrementally. */
function tsc(project: string): Promise<string | undefined> {
  const memory = `cache/types/${project.replaceAll("/", "-")}.tsbuildinfo`;
  return run(
    {},
    "tsc",
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    memory,
    "--project",
    project,
  );
}

/** Returns the lines of all failed checks without duplicates; undefined if all passed. */
async function all(...checks: Promise<string | undefined>[]): Promise<string | undefined> {
  const problems = (await Promise.all(checks)).filter((problem) => problem !== undefined);
  const lines = new Set(problems.flatMap((problem) => problem.split("\n")));
  return problems.length === 0 ? undefined : [...lines].join("\n");
}
