// npm run coverage: line and branch coverage of the contracts.
import { globSync } from "node:fs";
import { cp, mkdir, mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { run } from "../shared/run.ts";
import { markBranches } from "./mutation/branches.ts";
import { parseContracts, projectRoot, readContracts } from "./mutation/solidity.ts";

const help = `Usage: npm run coverage

Runs the contract tests (test/contracts) and prints the line and branch coverage of our contracts. Exits
with 1 below 100 %.

Hardhat measures lines, but not branches. So the tests run on a copy in which each condition of an if, a
loop or a ternary, and each operand of && and ||, is passed through its own function with a line for "true"
and one for "false"; a branch is one of these lines. Branches in assembly cannot be measured this way:
npm run mutate checks that the tests cover them.

Editors and code review sites show the result on the lines: it writes coverage/lcov.info.

  --help    show this text`;

/** Files and folders in the root that neither the contracts' build nor their tests need. */
const unused =
  /^(node_modules|\.env|\.git|\.world|artifacts|cache|coverage|dist|docs|release|test-results|web)$/;

process.exitCode = await runCommand(
  { help, options: {}, read: () => undefined, run: measure },
  process.argv.slice(2),
  console,
);

/** @returns the exit status. */
async function measure(): Promise<number> {
  // Otherwise, Ctrl-C would leave the copy behind.
  const signal = endOnSignal();
  await using folder = await mkdtempDisposable(join(tmpdir(), "collection-coverage-"));
  const workshop = folder.path;
  const filter = (path: string) => !unused.test(relative(projectRoot, path));
  await cp(projectRoot, workshop, { recursive: true, filter });
  await symlink(join(projectRoot, "node_modules"), join(workshop, "node_modules"), "dir");
  const sources = readContracts();
  const marked = [...parseContracts(sources)].map(([file, ast], index) => {
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
  const lcov = await readFile(join(workshop, "coverage", "lcov.info"), "utf8");
  const [rows, gaps, report] = [[] as object[], [] as string[], [] as string[]];
  for (const { file, original, branches } of marked) {
    const section = lcov.split("end_of_record").find((each) => each.includes(`SF:${file}\n`));
    const counts = [...(section ?? "").matchAll(/^DA:(\d+),(\d+)/gm)];
    const hits = new Map(counts.map(([, line, count]) => [Number(line), Number(count)]));
    const lines = [...hits.keys()].filter((line) => line < original.split("\n").length);
    if (lines.length + branches.length === 0) continue;
    const missedLines = lines.filter((line) => !hits.get(line));
    const missed = branches.filter(({ mark }) => !hits.get(mark));
    report.push(
      ...["TN:", `SF:${file}`, ...lines.map((line) => `DA:${line},${hits.get(line)}`)],
      ...branches.map(
        ({ line, mark }, i) => `BRDA:${line},${i >> 1},${i & 1},${hits.get(mark) ?? 0}`,
      ),
      "end_of_record",
    );
    rows.push({
      file,
      lines: share(lines.length - missedLines.length, lines.length),
      branches: share(branches.length - missed.length, branches.length),
    });
    gaps.push(...missedLines.map((line) => `${file}:${line} never runs`));
    gaps.push(
      ...missed.map((each) => `${file}:${each.line} is never ${each.taken}: ${each.condition}`),
    );
  }
  console.table(rows);
  await mkdir("coverage", { recursive: true });
  await writeFile("coverage/lcov.info", `${report.join("\n")}\n`);
  if (rows.length === 0) gaps.push("Hardhat's report does not contain our contracts.");
  if (gaps.length === 0) return 0;
  console.error(`${gaps.join("\n")}\n\nAdd a test for each, or remove code that is not needed.`);
  return 1;
}

function share(reached: number, total: number): string {
  if (total === 0) return "none";
  return `${((100 * reached) / total).toFixed(2)} % (${reached}/${total})`;
}
