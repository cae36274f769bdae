// npm run coverage: line and branch coverage of the contracts.
import { globSync } from "node:fs";
import { cp, mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { run } from "../shared/run.ts";
import { type Branch, markBranches } from "./mutation/branches.ts";
import { parseContracts, projectRoot, readContracts } from "./mutation/solidity.ts";

const help = `npm run coverage

Runs the contract tests (test/contracts) and prints
the line and branch coverage of our contracts. Exits with 1 below 100 %.

  lines     measured by Hardhat.
  branches  Hardhat does not measure branch coverage. So the tests run on a copy in which each condition
            of an if, a loop or a ternary, and each operand of && and ||, is passed through its own
            function with a line for "true" and one for "false". A branch is one of these lines.
  assembly  Branches in assembly cannot be measured this way. Run "npm run mutate" to check that the
            tests cover them.

The working tree is not changed. The only option is --help.`;

/** Files that a build of the contracts and their tests need. */
const copied = [
  "api/protocol",
  "contracts",
  "hardhat.config.ts",
  "package.json",
  "scripts",
  "test/contracts",
  "test/support",
  "tsconfig.json",
  "typechain-types",
];

process.exitCode = await runCommand(
  { help, options: {}, read: () => undefined, run: measure },
  process.argv.slice(2),
  console,
);

/** @returns the exit status. */
async function measure(): Promise<number> {
  // Otherwise Ctrl-C would leave the copy behind.
  const signal = endOnSignal();
  await using folder = await mkdtempDisposable(join(tmpdir(), "fringe-drifters-coverage-"));
  const workshop = folder.path;
  for (const path of copied) {
    await cp(join(projectRoot, path), join(workshop, path), { recursive: true });
  }
  await symlink(join(projectRoot, "node_modules"), join(workshop, "node_modules"), "dir");
  const sources = await readContracts(workshop);
  const marked = [...parseContracts(workshop, sources)].map(([file, ast], index) => {
    const original = sources.get(file) ?? "";
    return { file, original, ...markBranches(original, ast, `branch${index}_`) };
  });
  for (const { file, source } of marked) await writeFile(join(workshop, file), source);
  const tests = globSync("test/contracts/{*,model/differential}.test.ts", { cwd: workshop });
  const hardhat = ["hardhat", "test", "mocha", "--coverage", ...tests.sort()] as const;
  const failure = await run({ cwd: workshop, signal }, ...hardhat);
  if (signal.aborted) return 130;
  if (failure !== undefined) {
    console.error(failure);
    console.error("\nThe tests failed, so nothing was measured. Fix them, then run this again.");
    return 1;
  }
  const hits = parseLcov(await readFile(join(workshop, "coverage", "lcov.info"), "utf8"));
  return print(marked.map((file) => coverageOf(file, hits.get(file.file) ?? new Map())));
}

/** Returns how often each line of each file ran. */
function parseLcov(lcov: string): Map<string, Map<number, number>> {
  const sections = lcov.split("end_of_record").map((section) => {
    const lines = section.matchAll(/^DA:(\d+),(\d+)/gm);
    const runs = [...lines].map(([, line, count]) => [Number(line), Number(count)] as const);
    return [/^SF:(.+)$/m.exec(section)?.[1] ?? "", new Map(runs)] as const;
  });
  return new Map(sections);
}

interface MarkedFile {
  file: string;
  original: string;
  branches: Branch[];
}

function coverageOf({ file, original, branches }: MarkedFile, hits: ReadonlyMap<number, number>) {
  const own = [...hits].filter(([line]) => line < original.split("\n").length);
  const lines = own.filter(([, runs]) => runs === 0).map(([line]) => `${line} never runs`);
  const missed = branches.filter(({ mark }) => (hits.get(mark) ?? 0) === 0);
  const conditions = missed.map(
    ({ line, condition, taken }) => `${line} is never ${taken}: ${condition}`,
  );
  return {
    gaps: [...lines, ...conditions].map((gap) => `${file}:${gap}`),
    row: {
      file,
      lines: share(own.length - lines.length, own.length),
      branches: share(branches.length - missed.length, branches.length),
    },
  };
}

/** @returns the exit status. */
function print(coverage: readonly ReturnType<typeof coverageOf>[]): number {
  console.table(coverage.map(({ row }) => row).filter(({ lines }) => lines !== "none"));
  const gaps = coverage.flatMap((file) => file.gaps);
  if (gaps.length === 0) return 0;
  console.error(`${gaps.join("\n")}\n\nAdd a test for each, or remove code that is not needed.`);
  return 1;
}

function share(reached: number, total: number): string {
  if (total === 0) return "none";
  return `${((100 * reached) / total).toFixed(2)} % (${reached}/${total})`;
}
