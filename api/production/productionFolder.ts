import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { fingerprint } from "./fingerprint.ts";
import { fingerprintFile } from "./productionBuilds.ts";

interface ProductionFolderOptions {
  /** The project's root. */
  project: string;
  /** Packages that are copied instead of bundled. */
  packages: readonly string[];
  /** Output folders written by other builds. */
  otherBuilds: readonly string[];
  /** Files and folders that the output is built from. */
  sources: readonly string[];
}

/** The `package.json` fields that this file reads. */
interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Makes the output self-contained: adds manifest, license, packages and the sources' fingerprint.
 * Removes earlier output.
 */
export function productionFolder(options: ProductionFolderOptions): Plugin {
  const { project, packages, otherBuilds, sources } = options;
  return {
    name: "production-folder",
    async generateBundle({ dir = "" }) {
      await removeEarlierOutput(dir, otherBuilds);
      const { name, version, license } = await readManifest(project);
      const engines = { node: ">=24" };
      const manifest = { name, version, private: true, license, type: "module", engines };
      const source = `${JSON.stringify(manifest, undefined, 2)}\n`;
      this.emitFile({ type: "asset", fileName: "package.json", source });
      const licenseText = await readFile(join(project, "LICENSE"));
      this.emitFile({ type: "asset", fileName: "LICENSE", source: licenseText });
      const mark = await fingerprint(project, sources);
      this.emitFile({ type: "asset", fileName: fingerprintFile, source: mark });
    },
    async writeBundle({ dir = "" }) {
      for (const folder of await packageFolders(project, packages)) {
        await cp(join(project, folder), join(dir, folder), { recursive: true });
      }
    },
  };
}

async function removeEarlierOutput(dir: string, exceptions: readonly string[]): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const name of await readdir(dir)) {
    if (!exceptions.includes(name)) await rm(join(dir, name), { recursive: true });
  }
}

/** Returns the folders, relative to the project, of these packages and of all their installed dependencies. */
async function packageFolders(project: string, names: readonly string[]): Promise<Set<string>> {
  const folders = new Set<string>();
  const add = async (name: string, from: string): Promise<void> => {
    const folder = findPackage(project, name, from);
    // Optional dependencies for other platforms are not installed.
    if (folder === undefined || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies } = await readManifest(join(project, folder));
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      await add(needed, folder);
    }
  };
  for (const name of names) await add(name, "");
  return folders;
}

/** Finds a package as Node does, upwards from the folder `from`; all paths are relative to the project. */
function findPackage(project: string, name: string, from: string): string | undefined {
  for (let folderAbove = join(project, from); ; folderAbove = dirname(folderAbove)) {
    const folder = join(folderAbove, "node_modules", name);
    if (existsSync(folder)) return relative(project, folder);
    if (folderAbove === project) return undefined;
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  // Safety: npm has parsed the same file.
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}
