import { setTimeout as delay } from "node:timers/promises";
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { AbiCoder, keccak256, sha256, toUtf8Bytes } from "ethers";
import { FringeDrifters__factory } from "#chain/factories/FringeDrifters__factory";
import { formatEtherAmount } from "#protocol/ether";
import { localChainId } from "#protocol/localWorld";
import { saleSettings, settingNames } from "#protocol/sale/saleSettings";
import { type SettingKindName, settingKinds } from "#protocol/sale/settingKinds";
import { checkCode } from "./checkCode.ts";
import {
  type CreatedContract,
  createContract,
  type DeploymentJob,
  type DeployOptions,
  type Row,
} from "./createContract.ts";
import type { BegunDeployment, DeploymentRecord } from "./deploymentFiles.ts";
import type { DeploymentParameters } from "./parameters.ts";
import { isPublicAccount } from "./publicAccounts.ts";
import { type Setting, settingsOf } from "./settings.ts";

/** Thrown before anything is sent, if the deployment must not proceed; the message says what to do. */
export class DeploymentRefused extends Error {
  override name = "DeploymentRefused";
}

/** Result of a deployment, read from the chain. */
export interface FinishedDeployment {
  record: DeploymentRecord;
  rows: Row[];
}

/**
 * Deploys and configures the collection, verifies it, and records it for API and web. After a failure at any point, the
 * same call resumes from the state of the chain.
 *
 * @throws {DeploymentRefused} before anything is sent.
 */
export async function deployCollection(options: DeployOptions): Promise<FinishedDeployment> {
  const job = await prepare(options);
  const unlock = await job.files.lock();
  try {
    const earlier = await findEarlier(job);
    if (!(await job.confirm(await describePlan(job, earlier)))) {
      throw new DeploymentRefused("Nothing was sent.");
    }
    await settle(job);
    const created = await createContract(job, earlier);
    const settings = settingsOf(
      FringeDrifters__factory.connect(created.address, job.deployer),
      job.parameters,
    );
    const newestBlock = await apply(job, settings, created.blockNumber);
    return await finish(job, created, settings, newestBlock);
  } finally {
    unlock();
  }
}

/** ABI-encodes the constructor's arguments. */
export function encodeConstructor({ baseURI, signer }: { baseURI: string; signer: string }) {
  return AbiCoder.defaultAbiCoder().encode(["string", "address"], [baseURI, signer]);
}

async function prepare(options: DeployOptions): Promise<DeploymentJob> {
  const { network, parameters } = options;
  const deployer = requireDeployer(options);
  const sources = await options.compile();
  const constructorArguments = encodeConstructor(parameters);
  const creationCode = sources.compiled.creationCode + constructorArguments.slice(2);
  return {
    ...options,
    provider: network.provider,
    deployer,
    sources,
    constructorArguments,
    creationCode,
    identity: {
      // Safety: ethers' hashes begin with 0x.
      creationCodeHash: keccak256(creationCode) as `0x${string}`,
      parameters: asJson(parameters),
    },
  };
}

/** Returns the deployer after checking the chain and that no role uses a publicly known key. */
function requireDeployer({ network, parameters }: DeployOptions): HardhatEthersSigner {
  const { name, chainId, deployer } = network;
  if (chainId !== parameters.chainId) {
    throw new DeploymentRefused(
      `Network ${name} is chain ${chainId}, but the parameters are for chain ${parameters.chainId}. Choose another network or file.`,
    );
  }
  if (deployer === undefined) {
    throw new DeploymentRefused(
      `The node of network ${name} has no account to deploy with. Use a network that takes DEPLOYER_KEY, such as remote.`,
    );
  }
  if (chainId === localChainId) return deployer;
  const { signer, withdrawer, owner } = parameters;
  for (const [role, address] of Object.entries({
    deployer: deployer.address,
    signer,
    withdrawer,
    owner,
  })) {
    if (address === undefined || !isPublicAccount(address)) continue;
    throw new DeploymentRefused(
      `The ${role} ${address} is one of Hardhat's accounts, whose keys are public. Use one of your own.`,
    );
  }
  return deployer;
}

/**
 * Finds an earlier attempt to resume.
 *
 * @throws {DeploymentRefused} when another deployment exists and `replace` is not set.
 */
async function findEarlier(job: DeploymentJob): Promise<BegunDeployment | undefined> {
  const { files, identity, deployer, replace } = job;
  const begun = await files.readBegun();
  if (begun === undefined) {
    if (!replace) await refuseSecond(job);
    return undefined;
  }
  const difference =
    (begun.deployer !== deployer.address && `another deployer, ${begun.deployer}`) ||
    (begun.parameters !== identity.parameters && "other parameters") ||
    (begun.creationCodeHash !== identity.creationCodeHash && "other sources");
  if (!difference) return begun;
  if (replace) return undefined;
  throw new DeploymentRefused(
    `${files.begunPath} records an unfinished deployment at ${begun.address} with ${difference}. Resume with those, or discard it with --replace.`,
  );
}

async function refuseSecond({ files, network, provider }: DeploymentJob): Promise<void> {
  const record = await files.readRecord();
  if (record === undefined) return;
  const isThere = (await provider.getCode(record.address)) !== "0x";
  // A local chain is reset at every start.
  if (!isThere && network.chainId === localChainId) return;
  const found = isThere
    ? "the collection is deployed"
    : "a collection was recorded, but there is no contract";
  throw new DeploymentRefused(
    `Chain ${network.chainId}: ${found} at ${record.address} (${files.recordPath}). To deploy another in its place, add --replace.`,
  );
}

async function describePlan(
  job: DeploymentJob,
  earlier: BegunDeployment | undefined,
): Promise<Row[]> {
  const { network, deployer, provider, parameters } = job;
  const balance = await provider.getBalance(deployer);
  const settings = settingsOf(FringeDrifters__factory.connect(deployer.address), parameters);
  return [
    ["Network", `${network.name}, chain ${network.chainId}`],
    ["Deployer", `${deployer.address}, has ${formatEtherAmount(balance)}`],
    ["Costs", await describeCost(job, earlier, balance, settings.length)],
    ["Contract", earlier ? `resumes ${earlier.address}` : "new"],
    ["Base URI", parameters.baseURI],
    ...settings.map(({ name, wanted }): Row => [name, wanted]),
  ];
}

/** @throws {DeploymentRefused} when the deployer cannot pay for the contract's creation. */
async function describeCost(
  { provider, deployer, creationCode }: DeploymentJob,
  earlier: BegunDeployment | undefined,
  balance: bigint,
  settingCount: number,
): Promise<string> {
  const { maxFeePerGas, gasPrice } = await provider.getFeeData();
  const price = maxFeePerGas ?? gasPrice ?? 0n;
  const isCreated = earlier && (await provider.getCode(earlier.address)) !== "0x";
  const creation = isCreated ? 0n : price * (await provider.estimateGas({ data: creationCode }));
  if (balance < creation || balance === 0n) {
    throw new DeploymentRefused(
      `The deployer ${deployer.address} has ${formatEtherAmount(balance)}; creating the contract costs up to ${formatEtherAmount(creation)}. Send it more.`,
    );
  }
  // The most expensive setting is a phase: its range, name and number use new storage slots.
  const most = creation + price * 200_000n * BigInt(settingCount);
  const enough = balance < most ? ", more than the deployer has" : "";
  return `up to ${formatEtherAmount(most)}${enough}`;
}

/** Waits until the deployer has no pending transaction, so that the chain's state is final. */
async function settle({ provider, deployer, report }: DeploymentJob): Promise<void> {
  for (let isReported = false; ; isReported = true) {
    const [sent, done] = await Promise.all([
      provider.getTransactionCount(deployer.address, "pending"),
      provider.getTransactionCount(deployer.address, "latest"),
    ]);
    if (sent <= done) return;
    if (!isReported)
      report(`Waiting for the deployer's earlier pending transactions: ${sent - done}`);
    await delay(500);
  }
}

/**
 * Sends the settings that differ from the chain, in order. Each value and nonce are read at one block, so that another
 * transaction in between makes this one fail instead of applying a setting twice.
 *
 * @returns the block of the last one.
 */
async function apply(
  { provider, deployer, report }: DeploymentJob,
  settings: readonly Setting[],
  contractBlock: number,
): Promise<number> {
  let newest = Math.max(contractBlock, await provider.getBlockNumber());
  for (const { name, wanted, read, apply: send } of settings) {
    if ((await read({ blockTag: newest })) === wanted) continue;
    report(`Setting ${name}: ${wanted}`);
    const nonce = await provider.getTransactionCount(deployer.address, newest);
    const receipt = await (await send({ nonce })).wait();
    newest = Math.max(newest, receipt?.blockNumber ?? 0);
  }
  return newest;
}

/** Verifies code and settings, and only then writes the record. */
async function finish(
  job: DeploymentJob,
  { address, transactionHash, blockNumber }: CreatedContract,
  settings: readonly Setting[],
  newestBlock: number,
): Promise<FinishedDeployment> {
  const { provider, constructorArguments, parameters, deployer, files } = job;
  const { compiled, standardInput } = job.sources;
  const rows: Row[] = [
    ["Contract", address],
    ["Base URI", parameters.baseURI],
  ];
  for (const { name, wanted, read } of settings) {
    const value = await read({ blockTag: newestBlock });
    if (value !== wanted)
      throw new Error(`${name} is ${value}, not ${wanted}. Run the command again.`);
    rows.push([name, value]);
  }
  await checkCode({ provider, address, transactionHash, constructorArguments }, compiled);
  const record: DeploymentRecord = {
    contract: "FringeDrifters",
    chainId: job.network.chainId,
    // Safety: ethers' addresses begin with 0x.
    address: address as `0x${string}`,
    deployer: deployer.address,
    transactionHash,
    blockNumber,
    compiler: compiled.compiler,
    standardInputSha256: sha256(toUtf8Bytes(standardInput)),
    parameters: JSON.parse(asJson(parameters)),
  };
  await files.writeRecord(record, standardInput);
  return { record, rows };
}

function asJson(parameters: DeploymentParameters): string {
  return JSON.stringify(parameters, (name, value) =>
    typeof value === "bigint" ? bigintAsText(name, value) : value,
  );
}

/** Formats the value as in a parameters file. */
function bigintAsText(name: string, value: bigint): string {
  return kindOfField(name) === "time" ? settingKinds.time.toText(value) : `${value} wei`;
}

function kindOfField(name: string): SettingKindName | undefined {
  const setting = settingNames.find((each) => each === name);
  return setting && saleSettings[setting].kind;
}
