import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Abi, Hex } from "viem";
import type { BuiltContract, CompiledCode, ContractBuild } from "#protocol/trace/contractBuild";
import { artifactsFolder } from "../hardhat/artifactsFolder.ts";

const folder = join(import.meta.dirname, "../..", artifactsFolder, "build-info");

/** The parts of a build-info output that are read here, as Hardhat writes them. */
interface BuildOutput {
  output: { contracts: Record<string, Record<string, CompilerContract>> };
}

interface CompilerContract {
  abi: Abi;
  evm: { bytecode: CompilerCode; deployedBytecode: CompilerCode };
}

interface CompilerCode {
  object: string;
  immutableReferences?: Record<string, { start: number; length: number }[]>;
}

/**
 * Reads what the compiler wrote about the contracts at the last build.
 *
 * @throws if there was no build.
 */
export async function readContractBuild(): Promise<ContractBuild> {
  const outputs = (await readdir(folder)).filter((name) => name.endsWith(".output.json"));
  return { contracts: (await Promise.all(outputs.map(readContracts))).flat() };
}

async function readContracts(outputName: string): Promise<BuiltContract[]> {
  const { output }: BuildOutput = JSON.parse(await readFile(join(folder, outputName), "utf8"));
  return Object.values(output.contracts).flatMap((file) =>
    Object.entries(file).map(([name, { abi, evm }]) => ({
      name,
      abi,
      creation: codeOf(evm.bytecode),
      deployed: codeOf(evm.deployedBytecode),
    })),
  );
}

function codeOf({ object, immutableReferences = {} }: CompilerCode): CompiledCode {
  // Safety: the compiler writes hex digits.
  return { object: `0x${object}` as Hex, immutables: Object.values(immutableReferences).flat() };
}
