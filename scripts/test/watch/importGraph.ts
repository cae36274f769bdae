import { dirname, join } from "node:path/posix";
import packageJson from "../../../package.json" with { type: "json" };

/** Files by path from the project's root. */
export type Sources = ReadonlyMap<string, string>;

/** Which files need which, by their imports, and tests which contracts, by their names. */
export class ImportGraph {
  readonly #importers = new Map<string, Set<string>>();

  constructor(sources: Sources) {
    const contracts = contractFiles(sources);
    for (const [file, source] of sources) {
      const needed = [...importsOf(file, source), ...contractsNamedIn(file, source, contracts)];
      for (const each of needed) {
        const importers = this.#importers.get(each) ?? new Set();
        this.#importers.set(each, importers.add(file));
      }
    }
  }

  /** Returns a file and everything that needs it, the nearest first. */
  dependents(file: string): string[] {
    const found = new Set([file]);
    // A set's iteration reaches the items that are added during it.
    for (const each of found) {
      for (const importer of this.#importers.get(each) ?? []) found.add(importer);
    }
    return [...found];
  }
}

/** Returns the project's files that a file imports, or starts as a worker. */
function importsOf(file: string, source: string): string[] {
  const pattern = file.endsWith(".sol")
    ? /\bimport\b[^"';]*["']([^"']+)["']/g
    : /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*["']([^"']+)["']/g;
  return [...source.matchAll(pattern)].flatMap(([, target = ""]) => resolveImport(file, target));
}

const aliases = Object.entries(packageJson.imports).map(
  ([alias, path]) => [alias.split("*"), path.replace("./", "").split("*")] as const,
);

/** Packages are not part of the project, so they resolve to nothing. */
function resolveImport(file: string, target: string): string[] {
  if (target.startsWith(".")) return [join(dirname(file), target)];
  return aliases.flatMap(([[start = ""], [folder, ending]]) =>
    target.startsWith(start) ? [`${folder}${target.slice(start.length)}${ending}`] : [],
  );
}

/** Returns the file of each contract, interface and library by its name. */
function contractFiles(sources: Sources): Map<string, string> {
  const files = new Map<string, string>();
  for (const [file, source] of sources) {
    if (!file.startsWith("contracts/")) continue;
    for (const [, name = ""] of source.matchAll(/^(?:abstract )?(?:contract|library) (\w+)/gm)) {
      files.set(name, file);
    }
  }
  return files;
}

/** TypeScript deploys a contract by its name, and knows its type from `#chain`. */
function contractsNamedIn(
  file: string,
  source: string,
  contracts: ReadonlyMap<string, string>,
): string[] {
  if (file.endsWith(".sol") || file.startsWith("typechain-types/")) return [];
  return [...source.matchAll(/["'](?:#chain\/(?:\w+\/)*)?(\w+)["']/g)].flatMap(
    ([, name = ""]) => contracts.get(name) ?? [],
  );
}
