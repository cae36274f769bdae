import { spawn } from "node:child_process";
import { once } from "node:events";
import { AbiCoder, getBytes, type Provider, sha256, toUtf8Bytes } from "ethers";
import hre from "hardhat";
import { collectionConfig } from "#collection/collection.config.ts";
import { localChainId } from "#protocol/chain/localWorld";
import type { DeploymentNetwork } from "../contract/network.ts";
import {
  type Compile,
  type CompiledCollection,
  compileCollection,
  type StandardInput,
  standardInput,
} from "./compileCollection.ts";
import type { Row } from "./createContract.ts";
import type { DeploymentFiles, DeploymentRecord } from "./deploymentFiles.ts";

/**
 * Recompiles the recorded sources, verifies that the deployed contract matches them, and lists sources changed since.
 *
 * @throws {UsageError} if there is no deployment, its files were changed, or a byte differs.
 */
export async function checkDeployment(
  { provider }: Pick<DeploymentNetwork, "provider">,
  files: DeploymentFiles,
  compile: Compile = compileCollection,
): Promise<Row[]> {
  const record = await requireRecord(files);
  const savedInput = await files.readInput();
  if (sha256(toUtf8Bytes(savedInput)) !== record.standardInputSha256) {
    throw new Error(`${files.inputPath} was changed since the deployment. Restore it.`);
  }
  // Safety: the hash proves that the file is unchanged.
  const input = JSON.parse(savedInput) as StandardInput;
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

/** @throws {UsageError} if nothing was deployed on the chain. */
async function requireRecord(files: DeploymentFiles): Promise<DeploymentRecord> {
  const record = await files.readRecord();
  if (record !== undefined) return record;
  throw new Error(
    `There is no ${files.recordPath}: nothing was deployed on this chain. Deploy first.`,
  );
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
    throw new Error(`Chain ${chainId} is local, so no block explorer lists it. Use check instead.`);
  }
  const { address, transactionHash, parameters } = await requireRecord(files);
  await hre.tasks.getTask("build").run({ quiet: true });
  const args = ["--network", name, "--build-profile", "default", "verify"];
  const contract = [
    "--contract",
    `contracts/${collectionConfig.contract}.sol:${collectionConfig.contract}`,
  ];
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

interface DeployedCode {
  provider: Provider;
  address: string;
  /** The creating transaction's hash. */
  transactionHash: string;
  /** The constructor's arguments, ABI-encoded. */
  constructorArguments: string;
}

/**
 * Verifies that a contract matches `compiled` with these arguments: the data of its creating transaction, metadata
 * included, and its deployed code except for the immutables, which the constructor wrote.
 *
 * @throws {Error} that states which of the two differs.
 */
export async function checkCode(
  { provider, address, transactionHash, constructorArguments }: DeployedCode,
  { creationCode, deployedCode, immutables }: CompiledCollection,
): Promise<void> {
  const [transaction, receipt, code] = await Promise.all([
    provider.getTransaction(transactionHash),
    provider.getTransactionReceipt(transactionHash),
    provider.getCode(address),
  ]);
  if (transaction === null || receipt?.contractAddress !== address) {
    throw new Error(
      `Transaction ${transactionHash} did not create the contract at ${address}. Is this the right chain?`,
    );
  }
  const expected = creationCode + constructorArguments.slice(2);
  assertMatches("The creating transaction", transaction.data, expected);
  assertMatches(
    "The contract's code",
    without(immutables, code),
    without(immutables, deployedCode),
  );
}

function assertMatches(what: string, actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`${what} does not match the sources.`);
}

/** Returns the code with zeros in place of the immutables. */
function without(immutables: CompiledCollection["immutables"], code: string): string {
  const bytes = getBytes(code);
  for (const { start, length } of immutables) bytes.fill(0, start, start + length);
  return `0x${Buffer.from(bytes).toString("hex")}`;
}

/** ABI-encodes the constructor's arguments. */
export function encodeConstructor({ baseURI, signer }: { baseURI: string; signer: string }) {
  return AbiCoder.defaultAbiCoder().encode(["string", "address"], [baseURI, signer]);
}
