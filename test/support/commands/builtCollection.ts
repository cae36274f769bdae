import { readFile } from "node:fs/promises";
import hre from "hardhat";
import { collectionConfig } from "#collection/collection.config.ts";
import type { CompiledCollection } from "../../../scripts/commands/deploy/compileCollection.ts";

/** Reads the collection's compiled code from the build that all tests use. */
export async function builtCollection(): Promise<CompiledCollection> {
  const { bytecode, deployedBytecode, immutableReferences, buildInfoId } =
    await hre.artifacts.readArtifact(collectionConfig.contract);
  const buildInfo = await hre.artifacts.getBuildInfoPath(buildInfoId ?? "");
  return {
    compiler: JSON.parse(await readFile(buildInfo ?? "", "utf8")).solcLongVersion,
    creationCode: bytecode,
    deployedCode: deployedBytecode,
    immutables: Object.values(immutableReferences ?? {}).flat(),
  };
}
