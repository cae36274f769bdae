import type { FringeDrifters } from "#chain/FringeDrifters";
import { authorizeMint, type MintArguments } from "../chain/authorizeMint.ts";
import type { LocalChain } from "../chain/localChain.ts";
import { accountAt } from "./parties.ts";
import { type PhasePlan, roles } from "./plan.ts";

interface SaleOptions {
  chain: LocalChain;
  contract: FringeDrifters;
  phase: PhasePlan;
  /** Told after each mint of the plan. */
  count: (quantity: number) => void;
}

/** Mints what the plan sells in a phase, which has to be the current one. */
export async function sellPhase({ chain, contract, phase, count }: SaleOptions): Promise<void> {
  const maxBatch = Number(await contract.MAXBATCH());
  for (const [index, { account, quantity }] of phase.mints.entries()) {
    const saleId = `${phase.name} sale ${index + 1}`;
    const batches = splitIntoBatches(quantity, maxBatch);
    const batchIds = batches.map((_, batch) => (batch === 0 ? saleId : `${saleId}.${batch + 1}`));
    const all = await authorizeAll({ chain, contract, phase }, { account, batches, batchIds });
    if (all.length === 1) await mint({ chain, contract }, account, all);
    else await inFewBlocks(chain, () => mint({ chain, contract }, account, all));
    count(quantity);
  }
}

function splitIntoBatches(quantity: number, maxBatch: number): bigint[] {
  const batches = Array.from({ length: Math.ceil(quantity / maxBatch) }, () => BigInt(maxBatch));
  const last = quantity % maxBatch;
  return last === 0 ? batches : [...batches.slice(0, -1), BigInt(last)];
}

async function authorizeAll(
  { chain, contract, phase }: Omit<SaleOptions, "count">,
  sale: { account: number; batches: readonly bigint[]; batchIds: readonly string[] },
): Promise<MintArguments[]> {
  const accounts = await chain.ethers.getSigners();
  const signer = accountAt(accounts, roles.signer);
  const collection = { chainId: chain.chainId, address: asHex(await contract.getAddress()) };
  const minter = asHex(accountAt(accounts, sale.account).address);
  return Promise.all(
    sale.batches.map((qty, index) => {
      const transactionID = sale.batchIds[index] ?? "";
      return authorizeMint(signer, collection, { minter, phase: phase.name, transactionID, qty });
    }),
  );
}

/** Sends the mints in order. What one needs of gas, all may use: they differ little. */
async function mint(
  { chain, contract }: Pick<SaleOptions, "chain" | "contract">,
  account: number,
  mints: readonly MintArguments[],
): Promise<{ wait(): Promise<unknown> }[]> {
  const minter = accountAt(await chain.ethers.getSigners(), account);
  const { FringeMint } = contract.connect(minter);
  const price = await contract.FD_PRICE();
  const [first] = mints;
  if (first === undefined) return [];
  const gasLimit = await FringeMint.estimateGas(...first, { value: price * first[3] });
  const limit = mints.length === 1 ? {} : { gasLimit: gasLimit * 2n };
  const sent = [];
  for (const each of mints)
    sent.push(await FringeMint(...each, { value: price * each[3], ...limit }));
  return sent;
}

/** Lets transactions wait, and mines them together: thousands of drifters take seconds. */
async function inFewBlocks(
  { ethers }: LocalChain,
  send: () => Promise<{ wait(): Promise<unknown> }[]>,
): Promise<void> {
  await ethers.provider.send("evm_setAutomine", [false]);
  try {
    const sent = await send();
    const waiting = async () =>
      Number(await ethers.provider.send("eth_getBlockTransactionCountByNumber", ["pending"]));
    while ((await waiting()) > 0) await ethers.provider.send("evm_mine", []);
    await Promise.all(sent.map((transaction) => transaction.wait()));
  } finally {
    await ethers.provider.send("evm_setAutomine", [true]);
  }
}

function asHex(address: string): `0x${string}` {
  // Safety: ethers' addresses always begin with 0x.
  return address as `0x${string}`;
}
