import { dirname, join } from "node:path/posix";
import packageJson from "../../../package.json" with { type: "json" };

/** Files by path from the project's root. */
export type Sources = ReadonlyMap<string, string>;

/** Folders whose tests need more than seconds: a browser, or a whole stack. They run only when they are saved. */
const slowTests = /^test\/(web\/pages|e2e)\//;

/** Most files of tests that a change of a source runs: each service under test imports most of them. */
const maxTests = 20;

/**
 * Returns the tests to run after a change, and how many further ones reach it only from afar: those that are a changed
 * file; for a contract those of `test/contracts`; else those that reach one by imports, the nearest first.
 */
export function affectedTests(
  sources: Sources,
  changed: readonly string[],
): { tests: string[]; left: number } {
  const all = [...sources.keys()].filter((file) => /^test\/.*\.test\.tsx?$/.test(file));
  const isContract = changed.some((file) => file.endsWith(".sol"));
  const near = all.filter(
    (test) => changed.includes(test) || (isContract && test.startsWith("test/contracts/")),
  );
  const importers = importersIn(sources);
  const reached = new Set(changed);
  // A set's iteration reaches the items that are added during it.
  for (const file of reached) for (const each of importers.get(file) ?? []) reached.add(each);
  const others = [...reached].filter(
    (file) => all.includes(file) && !near.includes(file) && !slowTests.test(file),
  );
  const left = Math.max(others.length - maxTests, 0);
  return { tests: [...near, ...others.slice(0, maxTests)], left };
}

/** Whether a change of this file can concern a test. */
export function isWatched(file: string): boolean {
  return /\.(sol|tsx?)$/.test(file) && !file.startsWith("typechain-types/");
}

/** Returns the files that import each file, or start it as a worker. */
function importersIn(sources: Sources): Map<string, string[]> {
  const imports = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*["']([^"']+)["']/g)].map(
      ([, target = ""]) => ({ file, target: resolveImport(file, target) }),
    ),
  );
  const groups = Map.groupBy(imports, ({ target }) => target);
  return new Map([...groups].map(([target, all]) => [target, all.map(({ file }) => file)]));
}

const aliases = Object.entries(packageJson.imports).map(
  ([alias, path]) => [alias.replace("*", ""), path.replace("./", "").split("*")] as const,
);

/** Resolves an import of a package to itself. */
function resolveImport(file: string, target: string): string {
  if (target.startsWith(".")) return join(dirname(file), target);
  const [start = "", [folder, ending] = []] =
    aliases.find(([alias]) => target.startsWith(alias)) ?? [];
  return folder === undefined ? target : `${folder}${target.slice(start.length)}${ending}`;
}
