import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Artifact } from "hardhat/types/artifacts";
import { collectionConfig } from "#collection/collection.config.ts";
import { buildIfStale } from "../../shared/buildIfStale.ts";

const root = join(import.meta.dirname, "../../..");
const file = join(root, "cache/testedContract.json");
const { contract } = collectionConfig;

/** The supply cap, the initial price and the initial maximum per mint in tests, whatever the collection's are. */
const values = "10_000, 0.08 ether, 20";

/** Returns the source of the collection's contract with the tests' values. */
export function withTestedValues(source: string): string {
  return source.replace(
    /(PhasedCollection\(\s*name,\s*baseURI,\s*startingSignerAddress,\s*)[^)]+\)/,
    `$1${values})`,
  );
}

/** Compiles the contract with the tests' values if its own are different. Requires the compiled contracts. */
export async function compileTestedContract(): Promise<void> {
  const paths = {
    ...{ root, inputs: ["contracts", "package-lock.json", "scripts/test/runner"] },
    ...{ outputs: ["cache/testedContract.json"], stamp: "cache/testedContract.txt" },
  };
  await buildIfStale(paths, async () => {
    await rm(file, { force: true });
    const sourceName = `project/contracts/${contract}.sol`;
    const original = await readFile(join(root, `contracts/${contract}.sol`), "utf8");
    const content = withTestedValues(original);
    if (content === original) return;
    const { default: hre } = await import("hardhat");
    const info = await hre.artifacts.getBuildInfoPath(
      (await hre.artifacts.getBuildInfoId(contract)) ?? "",
    );
    const { input } = JSON.parse(await readFile(info ?? "", "utf8"));
    input.sources[sourceName] = { content };
    const solc: typeof import("solc") = createRequire(import.meta.url)("solc");
    const output = JSON.parse(solc.compile(JSON.stringify(input)));
    const { bytecode, deployedBytecode } = output.contracts[sourceName][contract].evm;
    const tested: Partial<Artifact> = {
      bytecode: `0x${bytecode.object}`,
      deployedBytecode: `0x${deployedBytecode.object}`,
      immutableReferences: deployedBytecode.immutableReferences,
    };
    await writeFile(file, JSON.stringify(tested));
  });
}

/** Makes this process deploy the contract with the tests' values. */
export async function deployTestedContract(): Promise<void> {
  const tested = await readFile(file, "utf8").catch(() => undefined);
  if (tested === undefined) return;
  const { default: hre } = await import("hardhat");
  const readArtifact = hre.artifacts.readArtifact.bind(hre.artifacts);
  Object.assign(hre.artifacts, {
    readArtifact: async (name: string) => ({
      ...(await readArtifact(name)),
      ...(name === contract ? JSON.parse(tested) : {}),
    }),
  });
}
