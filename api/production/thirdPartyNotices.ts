import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { noticesFile } from "#protocol/wire/paths";

/** A package as Vite's `build.license` reports it. */
interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression. */
  identifier?: string;
  /** Text of the package's license file. */
  text?: string;
}

const reportFile = "bundled-packages.json";
const project = resolve(import.meta.dirname, "../..");

/** Writes `third-party-notices.txt`, which lists every bundled package and font with its license text. */
export function thirdPartyNotices(): Plugin {
  return {
    name: "third-party-notices",
    apply: "build",
    config: () => ({ build: { license: { fileName: reportFile } } }),
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const report = bundle[reportFile];
        if (report?.type !== "asset") this.error(`Vite has not written ${reportFile}.`);
        delete bundle[reportFile];
        const assets = Object.values(bundle).filter((output) => output.type === "asset");
        const names = assets.flatMap(({ originalFileNames }) => originalFileNames.map(findPackage));
        const others = [...new Set(names)].filter((name) => name !== undefined);
        // Safety: Vite wrote the file.
        const packages = JSON.parse(String(report.source)) as BundledPackage[];
        packages.push(...(await Promise.all(others.map(readPackage))));
        const source = formatNotices(packages);
        this.emitFile({ type: "asset", fileName: noticesFile, source });
      },
    },
  };
}

/** Returns the package that contains a file; undefined if none does. */
function findPackage(file: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}

async function readPackage(name: string): Promise<BundledPackage> {
  const folder = join(project, "node_modules", name);
  // Safety: npm has parsed the same file.
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? undefined : await readFile(join(folder, file), "utf8");
  const { version, license: identifier } = manifest;
  return { name, version, identifier, ...(text !== undefined && { text }) };
}

/** Formats the notices, sorted by package name. */
function formatNotices(packages: readonly BundledPackage[]): string {
  const mapInOrder = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const notices = mapInOrder.map(({ name, version, identifier = "", text = "" }) => {
    const license = text.trim() || "The package does not include the license's text.";
    return `${"=".repeat(72)}\n${name} ${version} (${identifier})\n\n${license}\n`;
  });
  return `Third-party notices\n\nThis build contains the following packages under their licenses.\n\n${notices.join("\n")}`;
}

interface Manifest {
  version: string;
  license: string;
}
