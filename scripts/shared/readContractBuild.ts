import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltContract, ContractBuild } from "#trace/contractBuild";
import type { StorageLayout } from "#trace/storageLayout";
import { type BitTables, readBitTables } from "./bitTables.ts";

const folder = join(import.meta.dirname, "../../artifacts");

/**
 * Reads the compiler's output from the last build.
 *
 * @throws {Error} if there is no build.
 */
export async function readContractBuild(): Promise<ContractBuild> {
  const names = await Array.fromAsync(glob("contracts/**/*.json", { cwd: folder }));
  if (names.length === 0) throw new Error(`${folder} has no artifacts.`);
  const artifacts = await Promise.all(names.map(readJson));
  const ids = new Set(artifacts.map(({ buildInfoId }) => buildInfoId));
  const infos = new Map(
    await Promise.all([...ids].map(async (id) => [id, await readBuildInfo(id)] as const)),
  );
  return {
    contracts: artifacts.map((artifact) => {
      const { contractName: name, abi, bytecode: creation, deployedBytecode: object } = artifact;
      const immutables = Object.values(artifact.immutableReferences ?? {}).flat();
      const layout = infos.get(artifact.buildInfoId)?.(artifact.inputSourceName, name);
      // Safety: the compiler writes byte ranges.
      return { name, abi, creation, deployed: { object, immutables }, layout } as BuiltContract;
    }),
  };
}

/** Reads one compilation's output. @returns the function that finds a contract's storage layout. */
async function readBuildInfo(id: string) {
  const [{ input }, { output }] = await Promise.all([
    readJson(`build-info/${id}.json`),
    readJson(`build-info/${id}.output.json`),
  ]);
  const sources: { content: string }[] = Object.values(input.sources);
  const tables = readBitTables(sources.map(({ content }) => content));
  return (source: string, name: string): StorageLayout | undefined => {
    const layout = output.contracts[source]?.[name]?.storageLayout;
    // The compiler writes null for a contract without variables.
    return layout?.types ? openPackedTypes(layout, tables) : undefined;
  };
}

/** Adds the bit tables' fields to the user-defined value types that they describe. */
function openPackedTypes({ storage, types }: StorageLayout, tables: BitTables): StorageLayout {
  const opened = Object.entries(types).map(([id, type]) => {
    const fields = id.startsWith("t_userDefinedValueType") ? tables.get(type.label) : undefined;
    return [id, fields ? { ...type, fields } : type] as const;
  });
  return { storage, types: Object.fromEntries(opened) };
}

async function readJson(name: string) {
  return JSON.parse(await readFile(join(folder, name), "utf8"));
}
