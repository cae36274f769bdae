import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/**
 * Finds the test files at and below the given paths, or all: paths from the project's root, in alphabetical order.
 *
 * @throws {UsageError} for a path without test files.
 */
export function findTestFiles(paths: readonly string[]): string[] {
  const found = (paths.length === 0 ? ["test"] : paths).flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new UsageError(`${path}: no such file or folder.`);
    const name = relative(process.cwd(), resolve(path));
    const files = stats.isDirectory()
      ? globSync("**/*.test.{ts,tsx}", { cwd: path }).map((file) => join(name, file))
      : [name].filter((file) => /\.test\.tsx?$/.test(file));
    if (files.length > 0) return files;
    throw new UsageError(`${path}: not a test file; test files end in .test.ts or .test.tsx.`);
  });
  return [...new Set(found)].sort();
}

/** Finds the test files that import a module, directly or through other files in test/. */
export function findImportersOf(module: string): string[] {
  const imports = new Map<string, string[]>();
  for (const file of globSync("test/**/*.{ts,tsx}")) {
    const specifiers = readFileSync(file, "utf8").matchAll(/from "(?<path>\.[^"]+)"/g);
    imports.set(
      file,
      [...specifiers].map(({ groups }) => join(dirname(file), groups?.path ?? "")),
    );
  }
  const importers = new Set([module]);
  for (const found of importers) {
    for (const [file, paths] of imports) if (paths.includes(found)) importers.add(file);
  }
  return [...importers].filter((file) => /\.test\.tsx?$/.test(file)).sort();
}

/** Whether a test file needs a process with a DOM. */
export function needsDom(file: string): boolean {
  return /\.dom\.test\.tsx$/.test(file);
}

/** Whether a test file opens pages in a browser. */
export function usesBrowser(file: string): boolean {
  return /^test\/(web\/pages|e2e)\//.test(file);
}

/**
 * Splits the files into shares of about equal duration: longest first, each to the least loaded share. Deterministic. A
 * file without a recorded duration counts as average. Tests that open pages go to half of the shares, rounded up: each
 * process that opens pages starts a world and a browser.
 *
 * @see Graham, "Bounds on Multiprocessing Timing Anomalies" (1969): at most 4/3 of the optimum.
 */
export function distributeFiles(
  files: readonly string[],
  durations: Readonly<Record<string, number>>,
  shares: number,
): string[][] {
  const known = Object.values(durations);
  const average = known.reduce((sum, each) => sum + each, 0) / (known.length || 1) || 1;
  // Loading a file takes time too, so none counts as 0.
  const estimateSeconds = (file: string) => (durations[file] ?? average) + 0.1;
  const parts = Array.from({ length: Math.min(shares, files.length) }, () => ({
    files: [] as string[],
    seconds: 0,
  }));
  const pageParts = files.every(usesBrowser) ? parts : parts.slice(Math.floor(parts.length / 2));
  const slowestFirst = files.toSorted(
    (a, b) => estimateSeconds(b) - estimateSeconds(a) || (a < b ? -1 : 1),
  );
  for (const file of slowestFirst) {
    const open = usesBrowser(file) ? pageParts : parts;
    const shortest = open.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    shortest.files.push(file);
    shortest.seconds += estimateSeconds(file);
  }
  return parts.map((part) => part.files.sort());
}
