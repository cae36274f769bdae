import { glob, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Compile } from "./round.ts";
import { WarmCompiler } from "./warmCompiler.ts";

/** Compiles contracts into a folder of their own, so that Hardhat's cache stays true. Loaded at the first use. */
export class WarmContracts {
  readonly #folder: string;
  readonly #compilers = new Map<string, WarmCompiler>();
  #hre: Promise<HardhatRuntimeEnvironment> | undefined;

  /** @param folder for the artifacts, from the project's root. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Loads the compilers and compiles all contracts of the collection. */
  async prepare(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    const files: string[] = [];
    for await (const file of glob("contracts/**/*.sol")) files.push(file);
    await this.compile("contracts", files.sort());
  }

  /** Compiles files in one of two threads. */
  readonly compile: Compile = async (lane, files) => {
    this.#hre ??= loadHardhat(this.#folder);
    const hre = await this.#hre;
    const compiler = this.#compilers.get(lane) ?? new WarmCompiler();
    this.#compilers.set(lane, compiler);
    const { compileWarm } = await import("./compileWarm.ts");
    await compileWarm(hre, compiler, files);
  };

  /** Ends running compilations and removes what earlier ones wrote and nothing uses any longer. */
  async cancel(): Promise<void> {
    for (const compiler of this.#compilers.values()) await compiler.cancel();
    await removeUnusedBuilds(this.#folder);
  }

  async close(): Promise<void> {
    for (const compiler of this.#compilers.values()) await compiler.close();
  }
}

async function loadHardhat(artifacts: string): Promise<HardhatRuntimeEnvironment> {
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const { default: config } = await import("../../hardhat.config.ts");
  return createHardhatRuntimeEnvironment({ ...config, paths: { artifacts } }, {}, process.cwd());
}

/** Removes build information that no artifact refers to: each process that runs tests reads all of it. */
async function removeUnusedBuilds(folder: string): Promise<void> {
  const used = new Set<string>();
  for await (const file of glob(`${folder}/{contracts,test}/**/*.json`)) {
    const { buildInfoId } = JSON.parse(await readFile(file, "utf8"));
    used.add(buildInfoId);
  }
  for await (const name of glob("*.json", { cwd: join(folder, "build-info") })) {
    const id = name.replace(/(\.output)?\.json$/, "");
    if (!used.has(id)) await rm(join(folder, "build-info", name));
  }
}
