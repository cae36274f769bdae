import { glob, readFile, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { UsageError } from "../shared/commandLine/usageError.ts";

const patterns = { mocha: "**/*.test.{ts,tsx}", solidity: "**/*.t.sol" };

/** Test files by runner: paths from the project's root, in alphabetical order. */
export interface TestFiles {
  mocha: string[];
  solidity: string[];
}

/**
 * Finds the test files at and below the given paths, or all.
 *
 * @throws {UsageError} for a path without test files.
 */
export async function findTestFiles(paths: readonly string[]): Promise<TestFiles> {
  const found = await Promise.all((paths.length === 0 ? ["test"] : paths).map(filesAt));
  return {
    mocha: inOrder(found.flatMap(({ mocha }) => mocha)),
    solidity: inOrder(found.flatMap(({ solidity }) => solidity)),
  };
}

async function filesAt(path: string): Promise<TestFiles> {
  const place = await stat(path).catch(() => undefined);
  if (place === undefined) throw new UsageError(`${path}: there is no such file or folder.`);
  const name = relative(process.cwd(), resolve(path));
  if (place.isDirectory()) {
    const below = async (pattern: string) => {
      const names: string[] = [];
      for await (const each of glob(pattern, { cwd: path })) names.push(join(name, each));
      return names;
    };
    const files = { mocha: await below(patterns.mocha), solidity: await below(patterns.solidity) };
    if (files.mocha.length + files.solidity.length > 0) return files;
  }
  if (/\.test\.tsx?$/.test(name)) return { mocha: [name], solidity: [] };
  if (name.endsWith(".t.sol")) return { mocha: [], solidity: [name] };
  throw new UsageError(`${path}: no test file; those end in .test.ts, .test.tsx or .t.sol.`);
}

function inOrder(files: string[]): string[] {
  return [...new Set(files)].sort();
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
