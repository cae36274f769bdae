// npm run coverage: which lines and branches of our contracts their named tests reach.
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { type Branch, markBranches } from "./branches.ts";
import { parseContracts, readContracts } from "./compiler.ts";
import { contractTests } from "./contractTests.ts";
import { openWorkshop } from "./workshop.ts";

const help = `npm run coverage

Runs the contract tests (test/contracts/*.test.ts, without the random ones below that folder) and prints
which share of our contracts they reach. Exits with 1 below 100 %.

  lines     by Hardhat: its chain reports every statement that ran.
  branches  Hardhat offers no branch coverage. So the tests run on a copy in which each condition of an
            if, a loop or a ternary, and each operand of && and ||, goes through a function of its own
            with a line for "true" and one for "false". A branch is one of these lines.
  assembly  Statements and branches inside assembly cannot be marked; they are counted apart, and only
            "npm run mutate" tells whether the tests notice them: run it too.

The working tree stays as it is. There are no options but --help.`;

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
  const complaint = await runTests(workshop);
  if (complaint !== undefined) {
    console.error(complaint);
    console.error("\nThe tests failed, so nothing was measured. Mend them, then run this again.");
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

/** Returns what was printed if the tests fail. */
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

/** Runs of each line of each file. */
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
  console.error(`${gaps.join("\n")}\n\nAdd a test for each, or remove what nothing needs.`);
  return 1;
}

function share(reached: number, total: number): string {
  if (total === 0) return "none";
  return `${((100 * reached) / total).toFixed(2)} % (${reached}/${total})`;
}
