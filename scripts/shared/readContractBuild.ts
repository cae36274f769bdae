import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltContract, ContractBuild } from "#trace/contractBuild";

const folder = join(import.meta.dirname, "../../artifacts/contracts");

/**
 * Reads the compiler's output from the last build.
 *
 * @throws {Error} if there is no build.
 */
export async function readContractBuild(): Promise<ContractBuild> {
  const names = await Array.fromAsync(glob("**/*.json", { cwd: folder }));
  if (names.length === 0) throw new Error(`${folder} has no artifacts.`);
  return { contracts: await Promise.all(names.map(readContract)) };
}

async function readContract(artifactName: string): Promise<BuiltContract> {
  const artifact = JSON.parse(await readFile(join(folder, artifactName), "utf8"));
  const { contractName: name, abi, bytecode: creation, deployedBytecode: object } = artifact;
  const immutables = Object.values(artifact.immutableReferences ?? {}).flat();
  // Safety: the compiler writes byte ranges.
  return { name, abi, creation, deployed: { object, immutables } } as BuiltContract;
}
