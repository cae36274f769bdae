import { dirname, join } from "node:path/posix";
import packageJson from "../../../package.json" with { type: "json" };
import { usesBrowser } from "../runner/testFiles.ts";

/** Maximum number of importing tests to run, because each service under test imports most sources. */
const maxTests = 20;

/**
 * Returns the tests to run after a change: changed tests; `test/contracts` after a contract change;
 * and tests that import a changed file, nearest first, except browser tests.
 *
 * @param sources source code by path from the project's root.
 */
export function affectedTests(
  sources: ReadonlyMap<string, string>,
  changed: readonly string[],
): string[] {
  const isContract = changed.some((file) => file.endsWith(".sol"));
  const tests = [...sources.keys()].filter((file) => /^test\/.*\.test\.tsx?$/.test(file));
  const near = tests.filter(
    (test) => changed.includes(test) || (isContract && test.startsWith("test/contracts/")),
  );
  const imports = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*["']([^"']+)["']/g)].map(
      ([, target = ""]) => ({ file, target: resolveImport(file, target) }),
    ),
  );
  const importers = Map.groupBy(imports, ({ target }) => target);
  const reached = new Set(changed);
  // Iterating a set includes items added during the iteration.
  for (const target of reached) {
    for (const { file } of importers.get(target) ?? []) reached.add(file);
  }
  const others = [...reached].filter((file) => tests.includes(file) && !usesBrowser(file));
  return [...new Set([...near, ...others.slice(0, maxTests)])];
}

/** Resolves a package import to itself. */
function resolveImport(file: string, target: string): string {
  if (target.startsWith(".")) return join(dirname(file), target);
  for (const [alias, path] of Object.entries(packageJson.imports)) {
    const start = alias.replace("*", "");
    if (target.startsWith(start)) return join(path.replace("*", target.slice(start.length)));
  }
  return target;
}
