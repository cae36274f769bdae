import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { childEnvironment } from "../../shared/childEnvironment.ts";
import { pageBuilds } from "../../shared/productionBuilds.ts";
import { openWorkshop } from "../assurance/workshop.ts";
import { type Area, sourceFiles } from "./areas.ts";
import { findTypeScriptMutants, type TypeScriptMutant } from "./findMutants.ts";
import { instrument } from "./instrument.ts";

/** The sources of an area and all their mutants. */
export interface PreparedSources {
  /** Cache folder. */
  folder: string;
  /** The index in this list is the number that activates a mutant. */
  mutants: readonly TypeScriptMutant[];
  /** Original sources by path. */
  sources: ReadonlyMap<string, string>;
}

/** Finds the mutants of an area. */
export async function prepareSources(area: Area): Promise<PreparedSources> {
  const folder = join("cache", "mutation", area.name);
  await mkdir(folder, { recursive: true });
  const mutants: TypeScriptMutant[] = [];
  const sources = new Map<string, string>();
  for (const file of sourceFiles(area)) {
    const source = await readFile(file, "utf8");
    sources.set(file, source);
    mutants.push(...findTypeScriptMutants(file, source));
  }
  return { folder, mutants, sources };
}

/** Files and folders that the TypeScript tests need. */
const projectFiles = [
  ".env.example",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "api",
  "biome.json",
  "contracts",
  "docs",
  "hardhat.config.ts",
  "package-lock.json",
  "package.json",
  "scripts",
  "test",
  "tsconfig.json",
  "typechain-types",
  "web",
];

/**
 * Copies the project into the temporary folder, with all mutants in the sources.
 *
 * @returns the folder, which is removed when this process ends.
 */
export async function openMutatedProject(
  area: Area,
  { mutants, sources }: PreparedSources,
): Promise<string> {
  const project = await openWorkshop("mutation", projectFiles);
  for (const name of ["artifacts", "cache"])
    await symlink(resolve(name), join(project, name), "dir");
  for (const [file, source] of sources) {
    const numbered = mutants
      .map((mutant, number) => ({ mutant, number }))
      .filter(({ mutant }) => mutant.file === file);
    await writeFile(join(project, file), instrument(source, numbered));
  }
  if (area.hasPages) await buildPage(project);
  return project;
}

async function buildPage(project: string): Promise<void> {
  for (const part of pageBuilds) await runVite(project, part);
}

async function runVite(project: string, part: readonly string[]): Promise<void> {
  const child = spawn("vite", [...part, "--logLevel", "warn"], {
    cwd: project,
    env: childEnvironment(),
    // Vite prints warnings about large files.
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [complaints, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
  if (status !== 0) throw new Error(`The page does not build with the mutants:\n${complaints}`);
}
