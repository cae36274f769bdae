import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { noticesFile } from "#protocol/paths";

/** A package as Vite's `build.license` reports it. */
interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression. */
  identifier?: string;
  /** Text of its license's file. */
  text?: string;
}

const reportFile = "bundled-packages.json";
const project = resolve(import.meta.dirname, "../..");

/**
 * Writes `third-party-notices.txt`: every package of the bundle, and of its fonts, with the text of its license. The
 * build fails if a text is missing.
 */
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
        const names = assets.flatMap(({ originalFileNames }) => originalFileNames.map(packageOf));
        const others = [...new Set(names)].filter((name) => name !== undefined);
        // Safety: Vite has written it.
        const packages = JSON.parse(String(report.source)) as BundledPackage[];
        packages.push(...(await Promise.all(others.map(readPackage))));
        const source = await formatNotices(packages);
        this.emitFile({ type: "asset", fileName: noticesFile, source });
      },
    },
  };
}

/** The package of a file, if it is of one. */
function packageOf(file: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}

async function readPackage(name: string): Promise<BundledPackage> {
  const folder = join(project, "node_modules", name);
  const { version, license } = await readManifest(name);
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? undefined : await readFile(join(folder, file), "utf8");
  return { name, version, identifier: license, ...(text !== undefined && { text }) };
}

/**
 * Formats the notices in the order of the packages' names.
 *
 * @throws for a package without a license's text.
 */
async function formatNotices(packages: readonly BundledPackage[]): Promise<string> {
  const inOrder = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const notices = await Promise.all(
    inOrder.map(async ({ name, version, identifier = "", text = "" }) => {
      const license = text.trim() || (await missingText(name, identifier));
      return `${"=".repeat(72)}\n${name} ${version} (${identifier})\n\n${license}\n`;
    }),
  );
  return `Third-party notices\n\nThis build contains the following packages under their licenses.\n\n${notices.join("\n")}`;
}

/** https://spdx.org/licenses/ISC.html */
const iscLicense = `ISC License

Copyright

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** The text of a license that a package names, perhaps as a choice (`Apache-2.0 OR MIT`), without enclosing it. */
async function missingText(name: string, identifier: string): Promise<string> {
  const choices = identifier.split(" OR ");
  const isMit = choices.includes("MIT");
  if (!isMit && !choices.includes("ISC")) {
    throw new Error(`${name} (${identifier || "no license"}) does not include its license text.`);
  }
  // Fetched packages are in another folder.
  const { author } = await readManifest(name).catch(() => ({ author: undefined }));
  const holder = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`);
  const text = isMit ? await readFile(join(project, "LICENSE"), "utf8") : iscLicense;
  return text.trim().replace(/^Copyright.*$/m, () => `Copyright (c) ${holder}`);
}

interface Manifest {
  version: string;
  license: string;
  author?: string | { name: string };
}

async function readManifest(name: string): Promise<Manifest> {
  const file = join(project, "node_modules", name, "package.json");
  // Safety: npm has read the same file.
  return JSON.parse(await readFile(file, "utf8")) as Manifest;
}
