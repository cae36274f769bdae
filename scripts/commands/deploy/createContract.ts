import { getCreateAddress, type Provider, type TransactionResponse } from "ethers";
import type { DeploymentNetwork } from "../contract/network.ts";
import { getSender } from "../contract/send.ts";
import type { RequestedCall } from "../contract/steps.ts";
import type { CollectionSources } from "./compileCollection.ts";
import type { DeploymentFiles, UnfinishedDeployment } from "./deploymentFiles.ts";
import type { DeploymentParameters } from "./parameters.ts";

/** Label and value of a table row. */
export type Row = readonly [name: string, value: string];

export interface DeployOptions {
  network: DeploymentNetwork;
  parameters: DeploymentParameters;
  /** Compiles the contract; takes seconds and runs only after every check has passed. */
  compile(): Promise<CollectionSources>;
  files: DeploymentFiles;
  /** Whether to replace an existing deployment. */
  replace: boolean;
  /** Prompts for confirmation once, before the first transaction. @throws {UsageError} if the user declines. */
  confirm(plan: readonly Row[]): Promise<void>;
  report(line: string): void;
}

/** A running deployment: its options and derived values. */
export interface DeploymentJob extends DeployOptions {
  /** Calls to send after the contract's creation. */
  requestedCalls: readonly RequestedCall[];
  sources: CollectionSources;
  constructorArguments: string;
  /** The creating transaction's data. */
  creationCode: string;
  /** Values that an earlier attempt must share to be resumed. */
  identity: Pick<UnfinishedDeployment, "creationCodeHash" | "parameters">;
}

/** A contract and its creating transaction. */
export interface CreatedContract {
  address: string;
  transactionHash: string;
  blockNumber: number;
}

/**
 * Creates the contract exactly once, even after interrupted attempts. Deployer and nonce, which
 * determine the address, are written to disk before anything is sent. A nonce is valid once, so a
 * repeated transaction either creates this contract or is rejected.
 */
export async function createContract(
  job: DeploymentJob,
  earlier: UnfinishedDeployment | undefined,
): Promise<CreatedContract> {
  const unfinished = await begin(job, earlier);
  if (!(await isCreated(job, unfinished))) {
    job.report(`Creating the contract at ${unfinished.address}`);
    const transaction = await getSender(job.network).sendTransaction({
      data: job.creationCode,
      nonce: unfinished.nonce,
    });
    await transaction.wait();
  }
  const transaction = await findTransaction(job.network.provider, unfinished);
  if (transaction.blockNumber === null || !(await isCreated(job, unfinished))) {
    throw new Error(`Transaction ${transaction.hash} created no contract. Run the command again.`);
  }
  const { hash: transactionHash, blockNumber } = transaction;
  return { address: unfinished.address, transactionHash, blockNumber };
}

/**
 * Resumes the earlier attempt if it created the contract; otherwise, the nonce is still unused, or
 * another transaction used it.
 */
async function begin(
  job: DeploymentJob,
  earlier: UnfinishedDeployment | undefined,
): Promise<UnfinishedDeployment> {
  const { network, files } = job;
  const { provider } = network;
  const deployer = getSender(network);
  // Both reads use one block, because two nodes behind one URL may be at different blocks.
  const block = await provider.getBlockNumber();
  const nonce = await provider.getTransactionCount(deployer.address, block);
  if (earlier && (await provider.getCode(earlier.address, block)) !== "0x") return earlier;
  const unfinished: UnfinishedDeployment = {
    deployer: deployer.address,
    nonce,
    address: getCreateAddress({ from: deployer.address, nonce }),
    afterBlock: block,
    ...job.identity,
  };
  await files.writeUnfinished(unfinished);
  return unfinished;
}

async function isCreated({ network }: DeploymentJob, { address }: UnfinishedDeployment) {
  return (await network.provider.getCode(address)) !== "0x";
}

/** Searches the blocks after the attempt's start for the creating transaction. */
async function findTransaction(
  provider: Provider,
  { deployer, nonce, afterBlock }: UnfinishedDeployment,
): Promise<TransactionResponse> {
  const newest = await provider.getBlockNumber();
  for (let number = afterBlock + 1; number <= newest; number++) {
    const block = await provider.getBlock(number, true);
    const found = block?.prefetchedTransactions.find(
      (transaction) => transaction.from === deployer && transaction.nonce === nonce,
    );
    if (found !== undefined) return found;
  }
  throw new Error(`No block after ${afterBlock} has ${deployer}'s transaction ${nonce}.`);
}
