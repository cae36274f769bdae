import { toQuantity } from "ethers";
import { network } from "hardhat";
import { localChainId } from "#protocol/localWorld";

/** A transaction of the report. Anybody may send one: the chain asks for no key, and gas costs nothing. */
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
  /** Where a deployment put its contract. */
  contractAddress: string | null;
}

/** A chain in this process, empty at first and the same at each start. */
export interface BenchChain {
  chainId: number;
  /** Sends one transaction and mines it. */
  send(call: Call): Promise<Receipt>;
  /** Sends many, a hundred in a block, which is quicker; each still begins with nothing warm. */
  sendAll(calls: readonly Call[]): Promise<Receipt[]>;
  /** Does the work and then makes it undone, so that measurements do not see each other. */
  undone<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const blockSize = 100;
// Enough for the most expensive view; only the gas used is counted.
const gasLimit = 200_000_000;

/** Starts the chain. Limits of size are off: what would not fit a real block is measured all the same. */
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
    // Safety: the caller names what the method answers; all are methods of Hardhat's own node.
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
