import { AbiCoder, concat, dataSlice, type Interface, id, toQuantity, Wallet } from "ethers";
import { network } from "hardhat";
import type { Address, RpcTransactionReceipt } from "viem";
import { CollectionContract__factory } from "#chain/collection";
import { Coin__factory } from "#chain/factories/mocks/Coin__factory";
import { collectionConfig } from "#collection/collection.config.ts";
import { localChainId } from "#protocol/chain/localWorld";
import { authorizeMint } from "../../../world/chain/localAccounts.ts";
import type { Subject } from "./subjects.ts";

/** ABI of every contract in the report. */
const abi: Interface = CollectionContract__factory.createInterface();

/** The sale's only phase, large enough for the complete collection. */
export const phaseName = "First Dust";

const priceWei = 80_000_000_000_000_000n;
const signer = new Wallet(id("the gas report's signer"));
// Enough for the most expensive view; only the gas used is counted.
const gasLimit = 200_000_000;

/** Returns a participant's fixed address. */
export function person(name: string): Address {
  // Safety: dataSlice returns a string that starts with 0x.
  return dataSlice(id(name), 12) as Address;
}

/** A transaction in the report. The chain impersonates any sender, and the gas price is 0. */
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
 * Deploys `subject` on its own deterministic chain in this process, without limits on block gas and
 * contract size, and opens the sale. All contracts have the same address, so that authorizations,
 * and therefore calldata, are identical. One closure, because each step sends to the same node.
 */
export async function openSale(subject: Subject) {
  const { provider } = await network.create({
    override: {
      chainId: localChainId,
      initialDate: "2026-01-01T00:00:00Z",
      initialBaseFeePerGas: 0,
      blockGasLimit: gasLimit * 10_000,
      transactionGasCap: gasLimit,
      mining: { auto: false },
    },
  });

  async function request<Result>(method: string, ...params: unknown[]): Promise<Result> {
    // Safety: callers pass the result type of the Hardhat method.
    return (await provider.request({ method, params })) as Result;
  }

  /**
   * Sends transactions and mines them in one block, which is faster; each transaction still starts
   * with a cold access list.
   */
  async function mine(calls: readonly Call[]): Promise<RpcTransactionReceipt[]> {
    const hashes: string[] = [];
    for (const { value = 0n, ...call } of calls) {
      await request("hardhat_impersonateAccount", call.from);
      await request("hardhat_setBalance", call.from, toQuantity(10n ** 24n));
      const payment = { value: toQuantity(value), gas: toQuantity(gasLimit), gasPrice: "0x0" };
      hashes.push(await request("eth_sendTransaction", { ...call, ...payment }));
    }
    await request("evm_mine");
    const receipts: RpcTransactionReceipt[] = [];
    for (const hash of hashes) receipts.push(await request("eth_getTransactionReceipt", hash));
    if (receipts.every(({ status }) => status === "0x1")) return receipts;
    throw new Error("A transaction of the report reverted.");
  }

  /** Returns each transaction's gas. */
  async function send(...calls: readonly Call[]) {
    return (await mine(calls)).map(({ gasUsed }) => Number(gasUsed));
  }

  /** Returns the last transaction's gas, and undoes all transactions, so that measurements are independent. */
  async function measureGas(...calls: readonly Call[]): Promise<number> {
    const before = await request<string>("evm_snapshot");
    const gas = await send(...calls);
    await request("evm_revert", before);
    return gas.at(-1) ?? 0;
  }

  const administrator = person("administrator");
  const deploy = async (bytecode: string, types: string[], values: unknown[]) => {
    const args = AbiCoder.defaultAbiCoder().encode(types, values);
    const [receipt] = await mine([{ from: administrator, data: concat([bytecode, args]) }]);
    // Safety: a deployment's receipt contains an address.
    return receipt as RpcTransactionReceipt & { contractAddress: Address };
  };
  const { contractAddress: address, gasUsed } = await deploy(
    subject.bytecode,
    ["string", "address"],
    ["https://drifters.example/metadata/", signer.address],
  );

  /** Builds a call to one of the contract's functions, by default from the owner, who may also withdraw. */
  function call(name: string, args: readonly unknown[], from = administrator): Call {
    return { from, to: address, data: abi.encodeFunctionData(name, args) };
  }

  /** Builds an authorized, exactly paid mint. */
  async function mintCall(minter: Address, quantity: number, number: number | string) {
    const qty = BigInt(quantity);
    const terms = { minter, phase: phaseName, transactionID: String(number), qty };
    const args = await authorizeMint(signer, { chainId: localChainId, contract: address }, terms);
    return { ...call(collectionConfig.mintFunction, args, minter), value: priceWei * qty };
  }

  const { contractAddress: coin } = await deploy(Coin__factory.bytecode, ["uint8"], ["0"]);
  const coins = Coin__factory.createInterface();
  const mintCoins = coins.encodeFunctionData("mint", [address, 1_000_000]);
  const start = subject.firstTokenId;
  await send(
    call("adjustPhases", [phaseName, start, start + 10_000]),
    call("changePhase", [phaseName]),
    call("toggleMint", []),
    { from: administrator, to: coin, data: mintCoins },
  );
  /** `coin` is an ERC-20 token of which the contract holds a balance. */
  return { subject, deploymentGas: Number(gasUsed), coin, call, mintCall, send, measureGas };
}
