// Determines which packages this machine needs and which are installed.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const platform = process.platform === "win32" ? "win" : process.platform;
/** The Node package for this machine, on which npm's scripts run. */
export const nodePackage = `node-${platform}-${process.arch}`;
/** The Node package's version; undefined if the registry has no such package. */
export const nodeVersion = readJson("package.json").optionalDependencies[nodePackage];

/**
 * Returns whether all packages are installed, according to npm's list, which an interrupted
 * installation does not write.
 */
export function isInstalled() {
  const present = readJson("node_modules/.package-lock.json");
  if (present === undefined) return false;
  const versionOf = (path) => present.packages[path]?.version;
  // Hardhat's native package, which npm omits if there is none for this machine or its Node.
  const hasChain = Object.keys(present.packages).some((path) =>
    path.startsWith("node_modules/@nomicfoundation/edr-"),
  );
  return (
    hasChain &&
    requiredPackages().every(([path, { version }]) => versionOf(path) === version) &&
    versionOf(`node_modules/${nodePackage}`) === nodeVersion
  );
}

/** Returns the number of packages in node_modules, and the number that every machine needs. */
export function countPackages() {
  const paths = requiredPackages().map(([path]) => path);
  const done = paths.filter((path) => existsSync(join(root, path, "package.json"))).length;
  return { done, total: paths.length };
}

function requiredPackages() {
  const { packages } = readJson("package-lock.json");
  return Object.entries(packages).filter(([path, { optional }]) => path !== "" && !optional);
}

/** Reads one of the project's JSON files; undefined if missing or incomplete. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8"));
  } catch (_) {
    return undefined;
  }
}
