import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Abi, Hex } from "viem";
import {
  type BuiltContract,
  type BuiltSource,
  type CompiledCode,
  type ContractBuild,
  parsePackedFields,
  type StorageLayout,
} from "#protocol/trace/contractBuild";

const folder = join(import.meta.dirname, "../..", "artifacts", "build-info");
const packedTypes = /\/contracts\/types\/(\w+)\.sol$/;

/** The parts of a build-info file and of its output that are read here, as Hardhat writes them. */
interface BuildInput {
  input: { sources: Record<string, { content: string }> };
}

interface BuildOutput {
  output: {
    sources: Record<string, { id: number }>;
    contracts: Record<string, Record<string, CompilerContract>>;
  };
}

interface CompilerContract {
  abi: Abi;
  storageLayout: StorageLayout;
  evm: { bytecode: CompilerCode; deployedBytecode: CompilerCode };
}

interface CompilerCode {
  object: string;
  sourceMap: string;
  immutableReferences?: Record<string, { start: number; length: number }[]>;
}

/**
 * Reads what the compiler wrote about the contracts at the last build.
 *
 * @throws if there was no build.
 */
export async function readContractBuild(): Promise<ContractBuild> {
  const outputs = (await readdir(folder)).filter((name) => name.endsWith(".output.json"));
  const compilations = await Promise.all(outputs.map(readCompilation));
  return {
    contracts: compilations.flatMap(({ contracts }) => contracts),
    packedTypes: Object.fromEntries(compilations.flatMap(({ fields }) => fields)),
  };
}

async function readCompilation(outputName: string) {
  const [{ input }, { output }] = await Promise.all([
    readJson<BuildInput>(outputName.replace(".output.json", ".json")),
    readJson<BuildOutput>(outputName),
  ]);
  const sources: (BuiltSource | undefined)[] = [];
  for (const [name, { id }] of Object.entries(output.sources)) {
    sources[id] = { file: fileOf(name), content: input.sources[name]?.content ?? "" };
  }
  const contracts = Object.values(output.contracts).flatMap((file) =>
    Object.entries(file).map(
      ([name, contract]): BuiltContract => ({
        name,
        abi: contract.abi,
        storage: contract.storageLayout,
        creation: codeOf(contract.evm.bytecode),
        deployed: codeOf(contract.evm.deployedBytecode),
        sources,
      }),
    ),
  );
  const fields = Object.entries(input.sources).flatMap(([name, { content }]) => {
    const type = packedTypes.exec(name)?.[1];
    return type === undefined ? [] : [[type, parsePackedFields(content)] as const];
  });
  return { contracts, fields };
}

/** Returns the path of a source in the repository from the name that Hardhat gives it. */
function fileOf(name: string): string {
  return name
    .replace(/^project\//, "")
    .replace(/^npm\/((?:@[^/]+\/)?[^/@]+)@[^/]+\//, "node_modules/$1/");
}

function codeOf({ object, sourceMap, immutableReferences = {} }: CompilerCode): CompiledCode {
  // Safety: the compiler writes hex digits.
  const hex = `0x${object}` as Hex;
  return { object: hex, sourceMap, immutables: Object.values(immutableReferences).flat() };
}

async function readJson<Content>(name: string): Promise<Content> {
  return JSON.parse(await readFile(join(folder, name), "utf8"));
}
