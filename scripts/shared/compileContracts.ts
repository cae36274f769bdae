import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type BuildPaths, buildIfStale } from "./buildIfStale.ts";
import { callInChild } from "./callInChild.ts";

const maxWaitMilliseconds = 300_000;

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
 * Compiles the contracts and writes their TypeScript types, unless both are up to date. Waits while a different process
 * does, such as `npm run watch` beside `npm start`.
 *
 * @throws {Error} with the compiler's errors.
 */
export function compileContracts(): Promise<void> {
  return buildIfStale(paths, async () => {
    using _lock = lockBuild();
    // A different process may have compiled them.
    await buildIfStale(paths, async () => {
      // Imported on demand, because Hardhat takes half a second to load.
      const { default: hre } = await import("hardhat");
      await hre.tasks.getTask("build").run({ quiet: true });
    });
  });
}

/** Locks a file until disposal. Blocks while it is locked; the system unlocks it when the process ends. */
function lockBuild(): Disposable {
  mkdirSync(join(paths.root, "cache"), { recursive: true });
  const file = new DatabaseSync(join(paths.root, "cache/contractsBuild.lock"), {
    timeout: maxWaitMilliseconds,
  });
  try {
    file.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    file.close();
    // SQLite's result code for a locked database.
    if ((cause as { errcode?: number }).errcode !== 5) throw cause;
    throw new Error(
      "A different process has been compiling the contracts for 5 minutes. Stop it, then run the same command again.",
      { cause },
    );
  }
  return file;
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
