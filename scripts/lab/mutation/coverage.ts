// npm run coverage: line and branch coverage of the contracts.
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { type Branch, markBranches } from "./branches.ts";
import { parseContracts, readContracts } from "./compiler.ts";
import { contractTests, openWorkshop } from "./workshop.ts";

const help = `npm run coverage

Runs the contract tests (test/contracts) and prints
the line and branch coverage of our contracts. Exits with 1 below 100 %.

  lines     measured by Hardhat.
  branches  Hardhat does not measure branch coverage. So the tests run on a copy in which each condition
            of an if, a loop or a ternary, and each operand of && and ||, is passed through its own
            function with a line for "true" and one for "false". A branch is one of these lines.
  assembly  Branches in assembly cannot be measured this way and are counted separately. Run
            "npm run mutate" to check that the tests cover them.

The working tree is not changed. The only option is --help.`;

interface FileCoverage {
  file: string;
  lines: number;
  missedLines: number[];
  branches: Branch[];
  missedBranches: Branch[];
  unmarked: number;
}

process.exitCode = await runCommand(
  { help, options: {}, read: () => undefined, run: measure },
  process.argv.slice(2),
  console,
);

/** @returns the exit status. */
async function measure(): Promise<number> {
  const workshop = await openWorkshop("coverage");
  const marked = await markContracts(workshop);
  const failure = await runTests(workshop);
  if (failure !== undefined) {
    console.error(failure);
    console.error("\nThe tests failed, so nothing was measured. Fix them, then run this again.");
    return 1;
  }
  const hits = parseLcov(await readFile(join(workshop, "coverage", "lcov.info"), "utf8"));
  const coverage = marked.map((file) => coverageOf(file, hits.get(file.file) ?? new Map()));
  return print(coverage.filter(({ lines }) => lines !== 0));
}

async function markContracts(workshop: string) {
  const sources = await readContracts(workshop);
  const trees = parseContracts(workshop, sources);
  const marked = [...trees].map(([file, ast], index) => {
    const original = sources.get(file) ?? "";
    return { file, original, ...markBranches(original, ast, `branch${index}_`) };
  });
  for (const { file, source } of marked) await writeFile(join(workshop, file), source);
  return marked;
}

/** Returns the output if the tests fail. */
function runTests(workshop: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const files = contractTests(workshop);
    const child = spawn("hardhat", ["test", "mocha", "--coverage", ...files], { cwd: workshop });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    process.on("exit", () => child.kill());
    child.on("error", reject);
    child.on("close", (status) => resolve(status === 0 ? undefined : output.trimEnd()));
  });
}

/** Returns how often each line of each file ran. */
function parseLcov(lcov: string): Map<string, Map<number, number>> {
  const files = new Map<string, Map<number, number>>();
  for (const section of lcov.split("end_of_record")) {
    const file = /^SF:(.+)$/m.exec(section)?.[1];
    if (file === undefined) continue;
    const lines = section.matchAll(/^DA:(\d+),(\d+)/gm);
    files.set(file, new Map([...lines].map(([, line, runs]) => [Number(line), Number(runs)])));
  }
  return files;
}

function coverageOf(
  marked: Awaited<ReturnType<typeof markContracts>>[number],
  hits: ReadonlyMap<number, number>,
): FileCoverage {
  const { file, original, branches, unmarked } = marked;
  const own = [...hits].filter(([line]) => line < original.split("\n").length);
  return {
    file,
    lines: own.length,
    missedLines: own.filter(([, runs]) => runs === 0).map(([line]) => line),
    branches,
    missedBranches: branches.filter(({ mark }) => (hits.get(mark) ?? 0) === 0),
    unmarked,
  };
}

/** @returns the exit status. */
function print(coverage: FileCoverage[]): number {
  console.table(
    coverage.map(({ file, lines, missedLines, branches, missedBranches, unmarked }) => ({
      file,
      lines: share(lines - missedLines.length, lines),
      branches: share(branches.length - missedBranches.length, branches.length),
      "branches in assembly": unmarked,
    })),
  );
  const gaps = coverage.flatMap(({ file, missedLines, missedBranches }) => [
    ...missedLines.map((line) => `${file}:${line} never runs`),
    ...missedBranches.map(
      ({ line, condition, taken }) => `${file}:${line} is never ${taken}: ${condition}`,
    ),
  ]);
  if (gaps.length === 0) return 0;
  console.error(`${gaps.join("\n")}\n\nAdd a test for each, or remove code that is not needed.`);
  return 1;
}

function share(reached: number, total: number): string {
  if (total === 0) return "none";
  return `${((100 * reached) / total).toFixed(2)} % (${reached}/${total})`;
}
