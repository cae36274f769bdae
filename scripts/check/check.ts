// npm run check: static checks of the code.

import { run } from "../shared/run.ts";
import { generatedFilesAreFresh } from "./generatedFiles.ts";
import { lockFilesAreSafe } from "./lockFiles.ts";

const results = await Promise.all([
  timed("lint and format", () => run({}, "biome", "check", "--error-on-warnings", ".")),
  timed("generated files", generatedFilesAreFresh),
  timed("types", () => all(...["api/protocol", ".", "web", "test"].map(tsc))),
  timed("lock files and licenses", lockFilesAreSafe),
  timed("unused code", () => run({}, "knip")),
]);

if (results.includes(false)) {
  console.error("\nSome checks failed. `npm run fix` corrects format and simple lint.");
  process.exitCode = 1;
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

/** Returns the lines of all checks that failed, each once; undefined if none did. */
async function all(...checks: Promise<string | undefined>[]): Promise<string | undefined> {
  const problems = (await Promise.all(checks)).filter((problem) => problem !== undefined);
  const lines = new Set(problems.flatMap((problem) => problem.split("\n")));
  return problems.length === 0 ? undefined : [...lines].join("\n");
}
