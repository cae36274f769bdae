import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { collectionConfig } from "#collection/collection.config.ts";
import { buildIfStale } from "../../shared/buildIfStale.ts";

const root = join(import.meta.dirname, "../../..");
const file = join(root, "cache/testedContract.hex");
const { contract } = collectionConfig;

/** The supply cap, the initial price and the initial maximum per mint in tests, whatever the collection's are. */
const values = "10_000, 0.08 ether, 20";

/** Length of the metadata at the end of the code: the hash of the sources and the compiler's version. */
const metadataDigits = 2 * 53;

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
    ...{ outputs: ["cache/testedContract.hex"], stamp: "cache/testedContract.txt" },
  };
  await buildIfStale(paths, async () => {
    await rm(file, { force: true });
    const sourceName = `project/contracts/${contract}.sol`;
    const source = await readFile(join(root, `contracts/${contract}.sol`), "utf8");
    const content = withTestedValues(source);
    if (content === source) return;
    const { default: hre } = await import("hardhat");
    const info = await hre.artifacts.getBuildInfoPath(
      (await hre.artifacts.getBuildInfoId(contract)) ?? "",
    );
    const { input } = JSON.parse(await readFile(info ?? "", "utf8"));
    input.sources[sourceName] = { content };
    const solc: typeof import("solc") = createRequire(import.meta.url)("solc");
    const output = JSON.parse(solc.compile(JSON.stringify(input)));
    const { bytecode, deployedBytecode } = output.contracts[sourceName][contract].evm;
    // The values are the constructor's. With the original metadata, the deployed code is the original's too.
    const metadata = (code: string) => code.slice(-metadataDigits);
    const original = (await hre.artifacts.readArtifact(contract)).deployedBytecode;
    const tested = bytecode.object.replace(metadata(deployedBytecode.object), metadata(original));
    await writeFile(file, `0x${tested}`);
  });
}

/** Makes this process deploy the contract with the tests' values. */
export async function deployTestedContract(): Promise<void> {
  const bytecode = await readFile(file, "utf8").catch(() => undefined);
  if (bytecode === undefined) return;
  const { default: hre } = await import("hardhat");
  const readArtifact = hre.artifacts.readArtifact.bind(hre.artifacts);
  Object.assign(hre.artifacts, {
    readArtifact: async (name: string) => ({
      ...(await readArtifact(name)),
      ...(name === contract ? { bytecode } : {}),
    }),
  });
}
