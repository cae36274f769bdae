import { AbiCoder, concat, dataSlice, type Interface, id, toQuantity, Wallet } from "ethers";
import { network } from "hardhat";
import { FringeDrifters__factory } from "#chain/factories/FringeDrifters__factory";
import { Coin__factory } from "#chain/factories/mocks/Coin__factory";
import { localChainId } from "#protocol/localWorld";
import { authorizeMint } from "../../../world/chain/localAccounts.ts";
import type { Subject } from "./subjects.ts";

/** Interface of every contract in the report. */
const words: Interface = FringeDrifters__factory.createInterface();

/** The only phase of the sale, large enough for the whole collection. */
export const phaseName = "First Dust";

const priceWei = 80_000_000_000_000_000n;
const signer = new Wallet(id("the gas report's signer"));
const blockSize = 100;
// Enough for the most expensive view; only the gas used is counted.
const gasLimit = 200_000_000;

export type Address = `0x${string}`;

/** Returns the fixed address of a person in the report. */
export function person(name: string): Address {
  // Safety: dataSlice returns a string that starts with 0x.
  return dataSlice(id(name), 12) as Address;
}

/** Holders before the measurements, in the order of their mints. */
export const holdersAtOpening = [
  { minter: person("regular"), quantity: 20 },
  { minter: person("neighbour"), quantity: 5 },
  { minter: person("holder"), quantity: 20 },
  { minter: person("later neighbour"), quantity: 5 },
] as const;

/**
 * First transaction ID of these mints. Numbers that differ only in their lowest eight bits share a storage word where
 * IDs are packed.
 */
export const openingNumbers = 0x1_9000;

/** A transaction of the report. The chain impersonates any sender, and its gas price is 0. */
export interface Call {
  from: string;
  /** Undefined for a deployment. */
  to?: string;
  data: string;
  /** In wei. */
  value?: bigint;
}

export type BenchSale = Awaited<ReturnType<typeof openSale>>;

/**
 * Deploys `subject` on its own deterministic chain in this process, without limits on block gas and contract size, and
 * opens its sale. Each has the same address, so that authorisations, and therefore the calldata, are identical.
 */
export async function openSale(
  subject: Subject,
  holders: readonly (typeof holdersAtOpening)[number][] = holdersAtOpening,
) {
  const connection = await network.create({
    override: {
      chainId: localChainId,
      initialDate: "2026-01-01T00:00:00Z",
      initialBaseFeePerGas: 0,
      blockGasLimit: gasLimit * blockSize,
      transactionGasCap: gasLimit,
    },
  });

  async function request<Result>(method: string, ...params: unknown[]): Promise<Result> {
    // Safety: callers pass the result type of the method of Hardhat's node.
    return (await connection.provider.request({ method, params })) as Result;
  }

  async function submit({ value = 0n, ...call }: Call): Promise<string> {
    await request("hardhat_impersonateAccount", call.from);
    await request("hardhat_setBalance", call.from, toQuantity(10n ** 24n));
    const payment = { value: toQuantity(value), gas: toQuantity(gasLimit), gasPrice: "0x0" };
    return request("eth_sendTransaction", { ...call, ...payment });
  }

  async function receiptOf(hash: string) {
    const { status, gasUsed, contractAddress } = await request<
      Record<"status" | "gasUsed" | "contractAddress", Address>
    >("eth_getTransactionReceipt", hash);
    if (status !== "0x1") throw new Error(`Transaction ${hash} of the report reverted.`);
    return { gas: Number(gasUsed), address: contractAddress };
  }

  /** Sends and mines one transaction. */
  const send = async (call: Call) => receiptOf(await submit(call));

  /** Sends many transactions, a hundred per block, which is faster; access lists still start cold in each. */
  async function sendAll(calls: readonly Call[], onProgress = (_sent: number) => {}) {
    await request("evm_setAutomine", false);
    const gas: number[] = [];
    for (let sent = 0; sent < calls.length; sent += blockSize) {
      onProgress(sent);
      const hashes: string[] = [];
      for (const call of calls.slice(sent, sent + blockSize)) hashes.push(await submit(call));
      await request("evm_mine");
      for (const hash of hashes) gas.push((await receiptOf(hash)).gas);
    }
    await request("evm_setAutomine", true);
    return gas;
  }

  /** Runs `work` and then reverts to a snapshot, so that measurements are independent. */
  async function undone<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = await request<string>("evm_snapshot");
    try {
      return await work();
    } finally {
      await request("evm_revert", before);
    }
  }

  const administrator = person("administrator");
  const deploy = (bytecode: string, types: string[], values: unknown[]) => {
    const args = AbiCoder.defaultAbiCoder().encode(types, values);
    return send({ from: administrator, data: concat([bytecode, args]) });
  };
  const { address, gas: deploymentGas } = await deploy(
    subject.bytecode,
    ["string", "address"],
    ["https://drifters.example/metadata/", signer.address],
  );

  /** Builds a call of one of the contract's functions; by default of its owner, who may also withdraw. */
  function call(name: string, args: readonly unknown[], from = administrator): Call {
    return { from, to: address, data: words.encodeFunctionData(name, args) };
  }

  /** Builds an authorised, exactly paid `FringeMint`. */
  async function mintCall(minter: Address, quantity: number, number: number | string) {
    const qty = BigInt(quantity);
    const terms = { minter, phase: phaseName, transactionID: String(number), qty };
    const args = await authorizeMint(signer, { chainId: localChainId, address }, terms);
    return { ...call("FringeMint", args, minter), value: priceWei * qty };
  }

  const { address: coin } = await deploy(Coin__factory.bytecode, ["uint8"], ["0"]);
  const start = subject.firstTokenId;
  await send(call("adjustPhases", [phaseName, start, start + 10_000]));
  await send(call("changePhase", [phaseName]));
  await send(call("toggleMint", []));
  const coins = Coin__factory.createInterface();
  const data = coins.encodeFunctionData("mint", [address, 1_000_000]);
  await send({ from: administrator, to: coin, data });
  for (const [index, { minter, quantity }] of holders.entries()) {
    await send(await mintCall(minter, quantity, openingNumbers + index));
  }
  return {
    subject,
    deploymentGas,
    /** An ERC-20 token that the contract owns some of. */
    coin,
    call,
    mintCall,
    send,
    sendAll,
    undone,
    /** Returns the gas of a transaction, which is undone. */
    gasOf: async (each: Call) => (await undone(() => send(each))).gas,
    close: () => connection.close(),
  };
}
