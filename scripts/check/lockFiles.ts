import { glob, readFile } from "node:fs/promises";
import * as z from "zod";

/**
 * SPDX identifiers of the licences that packages may have: open-source licences.
 *
 * @see https://spdx.org/licenses/
 */
const listedLicences: readonly string[] = [
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

/** Licences of packages whose `package.json` has no SPDX expression, as their files say. */
const statedElsewhere: Readonly<Record<string, string>> = {
  "@nomicfoundation/ignition-ui": "MIT",
  memorystream: "MIT",
};

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.unknown().optional(),
      integrity: z.string().optional(),
    }),
  ),
});

/**
 * Checks the license of every package in the project's lock file, and that every lock file pins the content of its
 * packages.
 *
 * @returns the error message, or undefined without one.
 */
export async function lockFilesAreSafe(): Promise<string | undefined> {
  const problems = unlistedLicences(await readJson("package-lock.json"));
  for await (const file of glob("**/package-lock.json", { exclude: ["**/node_modules"] })) {
    problems.push(...unpinnedPackages(await readJson(file)).map((name) => `${file}: ${name}`));
  }
  return problems.length === 0 ? undefined : problems.join("\n");
}

/** Returns a sentence for each package of a lock file without a hash: a registry could change such a package. */
export function unpinnedPackages(lock: unknown): string[] {
  const { "": _ourselves, ...packages } = lockSchema.parse(lock).packages;
  return Object.entries(packages).flatMap(([path, { integrity }]) =>
    integrity === undefined
      ? `${path} has no integrity. Move node_modules and the lock file away, then run npm install --package-lock-only.`
      : [],
  );
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8"));
}

/** Returns a sentence for each package of a lock file whose licence is not on the list. */
export function unlistedLicences(lock: unknown): string[] {
  const { "": _ourselves, ...packages } = lockSchema.parse(lock).packages;
  return Object.entries(packages).flatMap(([path, { name, version, license }]) => {
    const title = name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = typeof license === "string" ? license : statedElsewhere[title];
    if (licence !== undefined && isListed(licence)) return [];
    const stated =
      licence === undefined ? "no licence in package-lock.json" : `the licence ${licence}`;
    return `${title}@${version} has ${stated}. Use another package, or add an open-source licence to scripts/check/lockFiles.ts.`;
  });
}

/** @param expression an SPDX expression: one of several licences (`OR`) has to be listed, or all of them. */
function isListed(expression: string): boolean {
  const words: readonly string[] = expression.match(/[\w.+-]+/g) ?? [];
  const licences = words.filter((word) => word !== "AND" && word !== "OR");
  const isKnown = (licence: string) => listedLicences.includes(licence);
  if (licences.length === 0) return false;
  return words.includes("AND") ? licences.every(isKnown) : licences.some(isKnown);
}
