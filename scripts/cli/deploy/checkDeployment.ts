import { spawn } from "node:child_process";
import { once } from "node:events";
import { sha256, toUtf8Bytes } from "ethers";
import hre from "hardhat";
import { localChainId } from "#protocol/localWorld";
import { checkCode } from "./checkCode.ts";
import {
  type Compile,
  compileCollection,
  type StandardInput,
  standardInput,
} from "./compileCollection.ts";
import type { Row } from "./createContract.ts";
import { encodeConstructor } from "./deployCollection.ts";
import type { DeploymentFiles, DeploymentRecord } from "./deploymentFiles.ts";
import type { DeploymentNetwork } from "./network.ts";

/**
 * Recompiles the recorded sources, verifies that the deployed contract matches them, and lists sources changed since.
 *
 * @throws when there is no deployment, its files were changed, or a byte differs.
 */
export async function checkDeployment(
  { provider }: Pick<DeploymentNetwork, "provider">,
  files: DeploymentFiles,
  compile: Compile = compileCollection,
): Promise<Row[]> {
  const record = await requireRecord(files);
  const kept = await files.readInput();
  if (sha256(toUtf8Bytes(kept)) !== record.standardInputSha256) {
    throw new Error(`${files.inputPath} was changed since the deployment. Restore it.`);
  }
  // Safety: the hash proves that the file is unchanged.
  const input = JSON.parse(kept) as StandardInput;
  const constructorArguments = encodeConstructor(record.parameters);
  await checkCode({ ...record, provider, constructorArguments }, await compile(input));
  return [
    ["Contract", record.address],
    ["Created by", record.transactionHash],
    ["Constructor", constructorArguments],
    ["Code", "matches the sources, byte for byte"],
    ["Sources", describeChanges(input, await standardInput())],
    ["For explorers", files.inputPath],
  ];
}

/** @throws when nothing was deployed on the chain. */
async function requireRecord(files: DeploymentFiles): Promise<DeploymentRecord> {
  const record = await files.readRecord();
  if (record !== undefined) return record;
  throw new Error(`There is no ${files.recordPath}: nothing was deployed there. Deploy first.`);
}

function describeChanges(then: StandardInput, now: StandardInput): string {
  const names = new Set([...Object.keys(then.sources), ...Object.keys(now.sources)]);
  const changed = [...names].filter(
    (name) => then.sources[name]?.content !== now.sources[name]?.content,
  );
  if (JSON.stringify(then.settings) !== JSON.stringify(now.settings)) changed.push("settings");
  return changed.length === 0
    ? "are those of this folder"
    : `changed here since: ${changed.join(", ")}`;
}

/** Publishes the deployed sources on block explorers; Hardhat's plugin prints each result. */
export async function verifyDeployment(
  { name, chainId }: DeploymentNetwork,
  files: DeploymentFiles,
): Promise<boolean> {
  if (chainId === localChainId) {
    throw new Error(`Chain ${chainId} is local, so no explorer has it. Use check instead.`);
  }
  const { address, transactionHash, parameters } = await requireRecord(files);
  await hre.tasks.getTask("build").run({ quiet: true });
  const args = ["--network", name, "--build-profile", "default", "verify"];
  const contract = ["--contract", "contracts/FringeDrifters.sol:FringeDrifters"];
  const creation = ["--creation-tx-hash", transactionHash];
  const constructorArguments = [parameters.baseURI, parameters.signer];
  const child = spawn(
    "hardhat",
    [...args, ...contract, ...creation, address, ...constructorArguments],
    { stdio: "inherit" },
  );
  const [status] = await once(child, "exit");
  return status === 0;
}
