import { glob, readFile, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { UsageError } from "../shared/commandLine/usageError.ts";
import type { TaskKind } from "./workerTask.ts";

const pattern = "**/*.{test.ts,test.tsx,t.sol}";

/** Test files by the kind of process that runs them: paths from the project's root, in alphabetical order. */
export type TestFiles = Record<TaskKind, string[]>;

/**
 * Finds the test files at and below the given paths, or all.
 *
 * @throws {UsageError} for a path without test files.
 */
export async function findTestFiles(paths: readonly string[]): Promise<TestFiles> {
  const found = await Promise.all((paths.length === 0 ? ["test"] : paths).map(filesAt));
  const files: TestFiles = { mocha: [], solidity: [], components: [] };
  for (const file of [...new Set(found.flat())].sort()) files[kindOf(file)].push(file);
  return files;
}

async function filesAt(path: string): Promise<string[]> {
  const place = await stat(path).catch(() => undefined);
  if (place === undefined) throw new UsageError(`${path}: there is no such file or folder.`);
  const name = relative(process.cwd(), resolve(path));
  if (place.isDirectory()) {
    const names: string[] = [];
    for await (const each of glob(pattern, { cwd: path })) names.push(join(name, each));
    if (names.length > 0) return names;
  }
  if (/\.(test\.tsx?|t\.sol)$/.test(name) && place.isFile()) return [name];
  throw new UsageError(`${path}: no test file; those end in .test.ts, .test.tsx or .t.sol.`);
}

function kindOf(file: string): TaskKind {
  if (file.endsWith(".t.sol")) return "solidity";
  return isComponentTest(file) ? "components" : "mocha";
}

/** Whether a test file needs a process with a DOM. */
function isComponentTest(file: string): boolean {
  return file.startsWith("test/web/components/");
}

/** Returns the titles of a Solidity file's tests as a run reports them: contract and function. */
export async function solidityTitles(file: string): Promise<string[]> {
  const source = await readFile(file, "utf8");
  let contract = "";
  const titles: string[] = [];
  for (const [, declared, test] of source.matchAll(
    /^contract (\w+)|^ {4}function ((?:test|invariant)\w*)/gm,
  )) {
    if (declared !== undefined) contract = declared;
    else titles.push(`${contract} ${test}`);
  }
  return titles;
}
