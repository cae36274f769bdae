import { readFile } from "node:fs/promises";

/**
 * SPDX identifiers of the allowed licenses, all of them open-source.
 *
 * @see https://spdx.org/licenses/
 */
const listedLicenses: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  // caniuse-lite: a tool's data.
  "CC-BY-4.0",
  "ISC",
  "MIT",
  // Files under this license keep it: only build tools use such packages, nothing that is served.
  "MPL-2.0",
  // libvips, which sharp links dynamically.
  "LGPL-3.0-or-later",
  // The typefaces.
  "OFL-1.1",
  "Python-2.0",
  "Zlib",
];

/** Licenses, according to their license files, of packages whose `package.json` has no SPDX expression. */
const licensesByPackage: Readonly<Record<string, string>> = {
  "@nomicfoundation/ignition-ui": "MIT",
  memorystream: "MIT",
};

/** The parts of package-lock.json that this file reads. */
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

/** Checks package-lock.json. @returns the error message; undefined on success. */
export async function lockFileIsSafe(): Promise<string | undefined> {
  const problems = lockFileProblems(JSON.parse(await readFile("package-lock.json", "utf8")));
  return problems.length === 0 ? undefined : problems.join("\n");
}

/** The oldest Node version that may run the installation. */
const minNode = 20;

/**
 * Returns one sentence per package that lacks a hash, so that a registry could change it, lacks a
 * listed license, or would be silently omitted by npm under the oldest Node.
 */
export function lockFileProblems({ packages: { "": _ourselves, ...packages } }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { name, version, license, integrity, optional, engines } = entry;
    const title = name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const spdx = typeof license === "string" ? license : licensesByPackage[title];
    const problems: string[] = [];
    if (integrity === undefined) {
      problems.push(
        `${path} has no integrity hash. Move node_modules and the lock file away, then run npm install --package-lock-only.`,
      );
    }
    if (optional && Number(/\d+/.exec(engines?.node ?? "")) > minNode) {
      problems.push(
        `${path} is optional and requires Node ${engines?.node}, so npm omits it under Node ${minNode}: delete its "engines" from package-lock.json, as npm's scripts run on a newer Node.`,
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

/**
 * @param expression an SPDX expression: one of several alternatives (`OR`) has to be listed, otherwise all licenses.
 */
function isListed(expression: string): boolean {
  const words: readonly string[] = expression.match(/[\w.+-]+/g) ?? [];
  const licenses = words.filter((word) => word !== "AND" && word !== "OR");
  const isKnown = (spdx: string) => listedLicenses.includes(spdx);
  if (licenses.length === 0) return false;
  return words.includes("AND") ? licenses.every(isKnown) : licenses.some(isKnown);
}
