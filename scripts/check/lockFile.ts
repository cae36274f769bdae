import { readFile } from "node:fs/promises";

/**
 * SPDX identifiers of the licenses that packages may have: open-source licenses.
 *
 * @see https://spdx.org/licenses/
 */
const listedLicenses: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  // caniuse-lite: data of a tool.
  "CC-BY-4.0",
  "ISC",
  "MIT",
  // Files under it stay under it: only tools have it, nothing that is served.
  "MPL-2.0",
  // libvips, which sharp links dynamically.
  "LGPL-3.0-or-later",
  // The typefaces.
  "OFL-1.1",
  "Python-2.0",
  "Zlib",
];

/** Licenses of packages whose `package.json` has no SPDX expression, as their files say. */
const statedElsewhere: Readonly<Record<string, string>> = {
  "@nomicfoundation/ignition-ui": "MIT",
  memorystream: "MIT",
};

/** What is read of package-lock.json. */
interface Lock {
  packages: Record<
    string,
    {
      name?: string;
      version?: string;
      license?: unknown;
      integrity?: string;
      optional?: boolean;
      engines?: { node?: string };
    }
  >;
}

/** Checks package-lock.json. @returns the error message, or undefined without one. */
export async function lockFileIsSafe(): Promise<string | undefined> {
  const problems = lockFileProblems(JSON.parse(await readFile("package-lock.json", "utf8")));
  return problems.length === 0 ? undefined : problems.join("\n");
}

/** The oldest Node with which people install. */
const minNode = 20;

/**
 * Returns a sentence for each package without a hash, as a registry could change it, without a listed license, or that
 * npm would silently leave out under the oldest Node.
 */
export function lockFileProblems({ packages: { "": _ourselves, ...packages } }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { name, version, license, integrity, optional, engines } = entry;
    const title = name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const spdx = typeof license === "string" ? license : statedElsewhere[title];
    const problems: string[] = [];
    if (integrity === undefined) {
      problems.push(
        `${path} has no integrity. Move node_modules and the lock file away, then run npm install --package-lock-only.`,
      );
    }
    if (optional && Number(/\d+/.exec(engines?.node ?? "")) > minNode) {
      problems.push(
        `${path} is optional and requires Node ${engines?.node}, so npm leaves it out under Node ${minNode}: delete its "engines" from package-lock.json, as npm's scripts run on a newer Node.`,
      );
    }
    if (spdx === undefined || !isListed(spdx)) {
      const stated = spdx === undefined ? "no license" : `the license ${spdx}`;
      problems.push(
        `${title}@${version} has ${stated}. Use another package, or add an open-source license to scripts/check/lockFile.ts.`,
      );
    }
    return problems;
  });
}

/** @param expression an SPDX expression: one of several licenses (`OR`) has to be listed, or all of them. */
function isListed(expression: string): boolean {
  const words: readonly string[] = expression.match(/[\w.+-]+/g) ?? [];
  const licenses = words.filter((word) => word !== "AND" && word !== "OR");
  const isKnown = (spdx: string) => listedLicenses.includes(spdx);
  if (licenses.length === 0) return false;
  return words.includes("AND") ? licenses.every(isKnown) : licenses.some(isKnown);
}
