import { keccak256, sha256, toUtf8Bytes } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import { localChainId } from "#protocol/chain/localWorld";
import { formatEtherAmount } from "#protocol/values/ether";
import type { CollectionCall } from "#sale/collectionCalls";
import { saleSettings, settingNames } from "#sale/saleSettings";
import { settingKinds } from "#sale/settingKinds";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { DeploymentNetwork } from "../contract/network.ts";
import {
  assertNoPublicAccounts,
  assertNothingPending,
  getSender,
  sendRequestedCalls,
  toPublicClient,
} from "../contract/send.ts";
import { readCollectionState } from "../contract/state.ts";
import {
  parseRequestedCall,
  type RequestedCall,
  simulateRequestedCalls,
  toRequestedCall,
} from "../contract/steps.ts";
import { checkCode, encodeConstructor } from "./checkDeployment.ts";
import {
  type CreatedContract,
  createContract,
  type DeploymentJob,
  type DeployOptions,
  type Row,
} from "./createContract.ts";
import type { DeploymentRecord, UnfinishedDeployment } from "./deploymentFiles.ts";
import type { DeploymentParameters } from "./parameters.ts";

/** Result of a deployment, read from the chain. */
export interface FinishedDeployment {
  record: DeploymentRecord;
  rows: Row[];
}

/**
 * Deploys and configures the collection, verifies it, and saves its record for the API and the web
 * app. After a failure at any point, the same call resumes from the chain's state.
 *
 * @throws {UsageError} before anything is sent.
 */
export async function deployCollection(options: DeployOptions): Promise<FinishedDeployment> {
  const job = await prepare(options);
  const { network, files, requestedCalls, report } = job;
  const unlock = await files.lock();
  try {
    const earlier = await findEarlier(job);
    await job.confirm(await describePlan(job, earlier));
    await assertNothingPending(network);
    const created = await createContract(job, earlier);
    const collection = collectionOnChain(network, created);
    const block = await sendRequestedCalls(
      network,
      collection,
      requestedCalls,
      { log: report },
      created.blockNumber,
    );
    return await finish(job, created, block);
  } finally {
    unlock();
  }
}

/** Returns the calls that configure a new contract, in sending order: minting near the end, ownership last. */
function initialCalls(parameters: DeploymentParameters): RequestedCall[] {
  const { phases, currentPhase: phase, minting, withdrawer, owner, ...values } = parameters;
  const wanted = { ...values, phase };
  const settings = settingNames.filter((name) => name !== "isMinting");
  // Safety: the parameter schemas have validated the arguments.
  const requestedCall = (functionName: string, ...args: unknown[]) =>
    toRequestedCall({ functionName, args } as unknown as CollectionCall);
  return [
    ...phases.map(({ name, startPoint, endPoint }) =>
      requestedCall("adjustPhases", name, BigInt(startPoint), BigInt(endPoint)),
    ),
    ...settings.flatMap((name) => {
      // A royalty that is absent is not set; one that is present has two arguments.
      const value = wanted[name];
      return value === undefined ? [] : requestedCall(saleSettings[name].call, ...[value].flat());
    }),
    ...(withdrawer ? [requestedCall("changeWithdrawer", withdrawer)] : []),
    parseRequestedCall(minting ? "openSale()" : "closeSale()"),
    ...(owner ? [requestedCall("transferOwnership", owner)] : []),
  ];
}

async function prepare(options: DeployOptions): Promise<DeploymentJob> {
  const { network, parameters } = options;
  const { name, chainId } = network;
  if (chainId !== parameters.chainId) {
    throw new UsageError(
      `Network ${name} is chain ${chainId}, but the parameters are for chain ${parameters.chainId}. Choose another network or file.`,
    );
  }
  const { signer, withdrawer, owner, royalty } = parameters;
  assertNoPublicAccounts(chainId, [
    ["deployer", getSender(network).address],
    ["signer", signer],
    ["withdrawer", withdrawer],
    ["owner", owner],
    ["royalty receiver", royalty?.[0]],
  ]);
  const sources = await options.compile();
  const constructorArguments = encodeConstructor(parameters);
  const creationCode = sources.compiled.creationCode + constructorArguments.slice(2);
  return {
    ...options,
    requestedCalls: initialCalls(parameters),
    sources,
    constructorArguments,
    creationCode,
    identity: {
      // Safety: ethers' hashes start with 0x.
      creationCodeHash: keccak256(creationCode) as `0x${string}`,
      parameters: formatParameters(parameters),
    },
  };
}

/**
 * Finds an earlier attempt to resume.
 *
 * @throws {UsageError} if a different deployment exists and `replace` is not set.
 */
async function findEarlier(job: DeploymentJob): Promise<UnfinishedDeployment | undefined> {
  const { files, identity, network, replace } = job;
  const unfinished = await files.readUnfinished();
  if (unfinished === undefined) {
    if (!replace) await assertNotDeployed(job);
    return undefined;
  }
  const difference =
    (unfinished.deployer !== getSender(network).address &&
      `a different deployer, ${unfinished.deployer}`) ||
    (unfinished.parameters !== identity.parameters && "different parameters") ||
    (unfinished.creationCodeHash !== identity.creationCodeHash && "different sources");
  if (!difference) return unfinished;
  if (replace) return undefined;
  throw new UsageError(
    `${files.unfinishedPath} records an unfinished deployment at ${unfinished.address} with ${difference}. Resume with the original deployer, parameters and sources, or discard it with --replace.`,
  );
}

async function assertNotDeployed({ files, network }: DeploymentJob): Promise<void> {
  const record = await files.readRecord();
  if (record === undefined) return;
  const isThere = (await network.provider.getCode(record.address)) !== "0x";
  // A local chain is reset at every start.
  if (!isThere && network.chainId === localChainId) return;
  const found = isThere
    ? "the collection is deployed"
    : "a collection was recorded, but there is no contract";
  throw new UsageError(
    `Chain ${network.chainId}: ${found} at ${record.address} (${files.recordPath}). To replace it with a new deployment, add --replace.`,
  );
}

/** @throws {UsageError} if the deployer cannot pay for the contract's creation. */
async function describePlan(
  { network, parameters, requestedCalls, creationCode: data }: DeploymentJob,
  earlier: UnfinishedDeployment | undefined,
): Promise<Row[]> {
  const { name, chainId, provider } = network;
  const { address } = getSender(network);
  const balance = await provider.getBalance(address);
  const { maxFeePerGas, gasPrice } = await provider.getFeeData();
  const price = maxFeePerGas ?? gasPrice ?? 0n;
  const isCreated = earlier && (await provider.getCode(earlier.address)) !== "0x";
  const creation = isCreated ? 0n : price * (await provider.estimateGas({ data }));
  if (balance < creation || balance === 0n) {
    throw new UsageError(
      `The deployer ${address} has ${formatEtherAmount(balance)}; creating the contract costs up to ${formatEtherAmount(creation)}. Fund the deployer.`,
    );
  }
  // Creating a phase is the most expensive call, because its range, name and number use new storage slots.
  const maxCost = creation + price * 200_000n * BigInt(requestedCalls.length);
  const enough = balance < maxCost ? ", more than the deployer has" : "";
  return [
    ["Network", `${name}, chain ${chainId}`],
    ["Deployer", `${address}, has ${formatEtherAmount(balance)}`],
    ["Costs", `up to ${formatEtherAmount(maxCost)}${enough}`],
    ["Contract", earlier ? `resumes ${earlier.address}` : "new"],
    ["Base URI", parameters.baseURI],
    ...requestedCalls.map(({ text }, index): Row => [index === 0 ? "Calls" : "", text]),
  ];
}

function collectionOnChain(network: DeploymentNetwork, { address }: CreatedContract) {
  // Safety: ethers' addresses start with 0x.
  const contract = address as `0x${string}`;
  return { client: toPublicClient(network), chainId: network.chainId, contract };
}

/** Verifies code and settings, and only then writes the record. */
async function finish(
  job: DeploymentJob,
  created: CreatedContract,
  block: number,
): Promise<FinishedDeployment> {
  const { network, parameters, files, sources, constructorArguments, requestedCalls } = job;
  const { compiled, standardInput } = sources;
  const collection = collectionOnChain(network, created);
  const state = await readCollectionState(collection, BigInt(block));
  const steps = await simulateRequestedCalls(collection.client, state, requestedCalls);
  const missing = steps.find(({ isNeeded }) => isNeeded);
  if (missing) {
    const { subject, before, after, revert } = missing.effect;
    throw new Error(
      `${subject} is ${before}, not ${revert?.title ?? after}. Run the command again.`,
    );
  }
  await checkCode({ ...created, provider: network.provider, constructorArguments }, compiled);
  const record: DeploymentRecord = {
    contract: collectionConfig.contract,
    chainId: network.chainId,
    address: collection.contract,
    deployer: getSender(network).address,
    transactionHash: created.transactionHash,
    blockNumber: created.blockNumber,
    compiler: compiled.compiler,
    standardInputSha256: sha256(toUtf8Bytes(standardInput)),
    parameters: JSON.parse(formatParameters(parameters)),
  };
  await files.writeRecord(record, standardInput);
  const settings = steps.map(({ effect }): Row => [effect.subject, effect.before]);
  return {
    record,
    rows: [["Contract", collection.contract], ["Base URI", parameters.baseURI], ...settings],
  };
}

/** Formats amounts and the royalty as in a parameters file. */
function formatParameters({ royalty, ...parameters }: DeploymentParameters): string {
  const file = { ...parameters, royalty: royalty && settingKinds.royalty.toText(royalty) };
  return JSON.stringify(file, (_, value) => (typeof value === "bigint" ? `${value} wei` : value));
}
