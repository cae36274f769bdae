import { getCreateAddress, type Provider, type TransactionResponse } from "ethers";
import type { BegunDeployment } from "./deploymentFiles.ts";
import type { DeploymentJob } from "./deploymentJob.ts";

/** A contract that exists, and the transaction that created it. */
export interface CreatedContract {
  address: string;
  transactionHash: string;
  blockNumber: number;
}

/**
 * Creates the contract, once, whatever happened to earlier tries. What decides its address, the
 * deployer and the nonce, is on disk before anything is sent; a nonce counts once on a chain, so
 * that sending it again can only do what was to be done, or be refused.
 */
export async function createContract(
  job: DeploymentJob,
  earlier: BegunDeployment | undefined,
): Promise<CreatedContract> {
  const begun = await begin(job, earlier);
  if (!(await isCreated(job, begun))) {
    job.report(`Creating the contract at ${begun.address}`);
    const { creationCode: data, deployer } = job;
    const transaction = await deployer.sendTransaction({ data, nonce: begun.nonce });
    await transaction.wait();
  }
  const transaction = await findTransaction(job.provider, begun);
  if (transaction.blockNumber === null || !(await isCreated(job, begun))) {
    throw new Error(`Transaction ${transaction.hash} created no contract. Run the command again.`);
  }
  const { hash: transactionHash, blockNumber } = transaction;
  return { address: begun.address, transactionHash, blockNumber };
}

/** Takes up the earlier try, unless its nonce went to something else and can create nothing any more. */
async function begin(
  job: DeploymentJob,
  earlier: BegunDeployment | undefined,
): Promise<BegunDeployment> {
  const { provider, deployer, files } = job;
  // One block for both questions: of two nodes behind one URL, one may know less than the other.
  const block = await provider.getBlockNumber();
  const nonce = await provider.getTransactionCount(deployer.address, block);
  if (earlier !== undefined) {
    const isThere = (await provider.getCode(earlier.address, block)) !== "0x";
    if (isThere || earlier.nonce === nonce) return earlier;
  }
  const begun: BegunDeployment = {
    deployer: deployer.address,
    nonce,
    address: getCreateAddress({ from: deployer.address, nonce }),
    afterBlock: block,
    ...job.identity,
  };
  await files.writeBegun(begun);
  return begun;
}

async function isCreated({ provider }: DeploymentJob, { address }: BegunDeployment) {
  return (await provider.getCode(address)) !== "0x";
}

/** Looks for the creating transaction where it must be: in the blocks after it began. */
async function findTransaction(
  provider: Provider,
  { deployer, nonce, afterBlock }: BegunDeployment,
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
