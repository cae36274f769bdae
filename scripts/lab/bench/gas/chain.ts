import { toQuantity } from "ethers";
import { network } from "hardhat";
import { localChainId } from "#protocol/localWorld";

/** A transaction of the report. The chain impersonates any sender, and its gas price is 0. */
export interface Call {
  from: string;
  /** Undefined for a deployment. */
  to?: string;
  data: string;
  /** In wei. */
  value?: bigint;
}

export interface Receipt {
  gasUsed: number;
  /** Address of a deployed contract. */
  contractAddress: string | null;
}

/** A deterministic chain in this process. */
export interface BenchChain {
  chainId: number;
  /** Sends and mines one transaction. */
  send(call: Call): Promise<Receipt>;
  /** Sends many transactions, a hundred per block, which is faster; access lists still start cold in each. */
  sendAll(calls: readonly Call[]): Promise<Receipt[]>;
  /** Runs `work` and then reverts to a snapshot, so that measurements are independent. */
  undone<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const blockSize = 100;
// Enough for the most expensive view; only the gas used is counted.
const gasLimit = 200_000_000;

/** Starts the chain without limits on block gas and contract size. */
export async function createBenchChain(): Promise<BenchChain> {
  const connection = await network.create({
    override: {
      chainId: localChainId,
      initialDate: "2026-01-01T00:00:00Z",
      initialBaseFeePerGas: 0,
      blockGasLimit: gasLimit * blockSize,
      transactionGasCap: gasLimit,
    },
  });
  const known = new Set<string>();

  async function request<Result>(method: string, ...params: unknown[]): Promise<Result> {
    // Safety: callers pass the result type of the method of Hardhat's node.
    return (await connection.provider.request({ method, params })) as Result;
  }

  async function introduce(address: string): Promise<void> {
    if (known.has(address)) return;
    known.add(address);
    await request("hardhat_impersonateAccount", address);
    await request("hardhat_setBalance", address, toQuantity(10n ** 24n));
  }

  async function submit({ value = 0n, ...call }: Call): Promise<string> {
    await introduce(call.from);
    return request("eth_sendTransaction", {
      ...call,
      value: toQuantity(value),
      gas: toQuantity(gasLimit),
      gasPrice: "0x0",
    });
  }

  async function receiptOf(hash: string): Promise<Receipt> {
    const receipt = await request<{
      status: string;
      gasUsed: string;
      contractAddress: string | null;
    }>("eth_getTransactionReceipt", hash);
    if (receipt.status !== "0x1") throw new Error(`Transaction ${hash} of the report reverted.`);
    return { gasUsed: Number(receipt.gasUsed), contractAddress: receipt.contractAddress };
  }

  async function mineTogether(calls: readonly Call[]): Promise<Receipt[]> {
    const hashes: string[] = [];
    for (const call of calls) hashes.push(await submit(call));
    await request("evm_mine");
    return Promise.all(hashes.map(receiptOf));
  }

  return {
    chainId: localChainId,
    send: async (call) => receiptOf(await submit(call)),
    async sendAll(calls) {
      await request("evm_setAutomine", false);
      const receipts: Receipt[] = [];
      for (let at = 0; at < calls.length; at += blockSize) {
        receipts.push(...(await mineTogether(calls.slice(at, at + blockSize))));
      }
      await request("evm_setAutomine", true);
      return receipts;
    },
    async undone(work) {
      const before = await request<string>("evm_snapshot");
      const knownBefore = [...known];
      try {
        return await work();
      } finally {
        await request("evm_revert", before);
        known.clear();
        for (const address of knownBefore) known.add(address);
      }
    },
    close: () => connection.close(),
  };
}
