import { join } from "node:path";
import { type BuildPaths, buildIfStale } from "./buildIfStale.ts";
import { callInChild } from "./callInChild.ts";

const paths: BuildPaths = {
  root: join(import.meta.dirname, "../.."),
  inputs: [
    "contracts",
    "collection/collection.config.ts",
    "scripts/shared/hardhat",
    "hardhat.config.ts",
    "package-lock.json",
    "node_modules/.package-lock.json",
  ],
  outputs: ["artifacts/contracts", "typechain-types"],
  stamp: "cache/contractsBuild.txt",
};

/**
 * Compiles the contracts and writes their TypeScript types, unless both are up to date. Processes must not compile
 * concurrently, because Hardhat rewrites its cache at each build: `npm test` compiles before it starts its processes.
 *
 * @throws {Error} with the compiler's errors.
 */
export function compileContracts(): Promise<void> {
  return buildIfStale(paths, async () => {
    // Imported on demand, because Hardhat takes half a second to load.
    const { default: hre } = await import("hardhat");
    await hre.tasks.getTask("build").run({ quiet: true });
  });
}

/** Does the same in a child process, because the build would leave this process larger by 200 MB. */
export async function compileInChild(): Promise<void> {
  await buildIfStale(paths, async () => {
    await callInChild({ module: import.meta.url, name: compileContracts.name }, {});
  });
  const { default: hre } = await import("hardhat");
  // Even without a build here, because `npm test` or `npm run watch` may have compiled.
  await hre.artifacts.clearCache();
}
