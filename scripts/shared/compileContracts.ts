import { join } from "node:path";
import hre from "hardhat";
import { type BuildPlaces, buildIfStale } from "./buildIfStale.ts";

const places: BuildPlaces = {
  root: join(import.meta.dirname, "../.."),
  inputs: [
    "contracts",
    "typechain-types",
    "scripts/shared/hardhat",
    "hardhat.config.ts",
    "package-lock.json",
    "node_modules/.package-lock.json",
  ],
  outputs: ["artifacts/contracts"],
  stamp: "cache/contractsBuild.txt",
};

/**
 * Compiles the contracts and writes their TypeScript types, unless both are up to date. Processes take turns, because
 * Hardhat rewrites its cache at each build.
 *
 * @throws with the compiler's errors.
 */
export function compileContracts(): Promise<void> {
  return buildIfStale(places, async () => {
    await hre.tasks.getTask("build").run({ quiet: true });
  });
}
