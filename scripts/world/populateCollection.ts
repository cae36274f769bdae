import type { FringeDrifters } from "#chain/FringeDrifters";
import type { ReportProgress } from "../shared/commandLine/step.ts";
import { authorizeMint, localAccount, type MintArguments } from "./chain/localAccounts.ts";
import type { LocalChain } from "./chain/localChain.ts";
import { accountAt } from "./publishStories.ts";
import { mintedInPhase, type PhasePlan, roles, type WorldPlan } from "./scenarioFile.ts";

interface PopulateOptions {
  chain: LocalChain;
  plan: WorldPlan;
  /** Prefix of token URIs; the ID and `.json` are appended. */
  baseURI: string;
  onProgress?: ReportProgress;
}

/** Deploys the collection, sets its phases, and mints and gifts the plan's drifters, all by real transactions. */
export async function populateCollection(options: PopulateOptions): Promise<FringeDrifters> {
  const { chain, plan, onProgress } = options;
  const contract = await deploy(options);
  for (const { name, startingPoint, endPoint } of plan.phases) {
    await contract.adjustPhases(name, startingPoint, endPoint);
  }
  const busyPhases = plan.phases.filter((phase) => mintedInPhase(phase) > 0);
  const isMinting = plan.minting ?? true;
  if (isMinting || busyPhases.length > 0) await contract.toggleMint();

  const total = plan.phases.reduce((sum, phase) => sum + mintedInPhase(phase), 0);
  let minted = 0;
  const count = (quantity: number) => {
    minted += quantity;
    onProgress?.({ done: minted, total });
  };
  for (const phase of busyPhases) {
    await contract.changePhase(phase.name);
    await sellPhase({ chain, contract, phase, count });
    await giftTokens(chain, contract, phase);
    count(phase.gifts.length);
  }
  const { currentPhase = busyPhases.at(-1)?.name } = plan;
  if (currentPhase !== busyPhases.at(-1)?.name) await contract.changePhase(currentPhase ?? "");
  if (!isMinting && busyPhases.length > 0) await contract.toggleMint();
  return contract;
}

async function deploy({ chain, baseURI }: PopulateOptions): Promise<FringeDrifters> {
  const accounts = await chain.ethers.getSigners();
  const signer = accountAt(accounts, roles.signer);
  const administrator = accountAt(accounts, roles.administrator);
  const contract = await chain.ethers.deployContract(
    "FringeDrifters",
    [baseURI, signer.address],
    administrator,
  );
  await contract.waitForDeployment();
  return contract;
}

async function giftTokens(chain: LocalChain, contract: FringeDrifters, phase: PhasePlan) {
  if (phase.gifts.length === 0) return;
  const accounts = await chain.ethers.getSigners();
  const receivers = phase.gifts.map((account) => accountAt(accounts, account).address);
  await contract.gift(phase.name, receivers);
}

interface SaleOptions {
  chain: LocalChain;
  contract: FringeDrifters;
  phase: PhasePlan;
  /** Called after each mint of the plan. */
  count: (quantity: number) => void;
}

/** Mints the plan's sales of a phase, which must be the current one. */
async function sellPhase({ chain, contract, phase, count }: SaleOptions): Promise<void> {
  const maxBatch = Number(await contract.MAXBATCH());
  for (const [index, { account, quantity }] of phase.mints.entries()) {
    const saleId = `${phase.name} sale ${index + 1}`;
    const batches = splitIntoBatches(quantity, maxBatch);
    const batchIds = batches.map((_, batch) => (batch === 0 ? saleId : `${saleId}.${batch + 1}`));
    const all = await authorizeAll({ chain, contract, phase }, { account, batches, batchIds });
    if (all.length === 1) await mint({ chain, contract }, account, all[0]);
    else await mintTogether({ chain, contract }, account, all);
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
  const signer = localAccount(roles.signer);
  const collection = { chainId: chain.chainId, address: asHex(await contract.getAddress()) };
  const minter = asHex(localAccount(sale.account).address);
  return Promise.all(
    sale.batches.map((qty, index) => {
      const transactionID = sale.batchIds[index] ?? "";
      return authorizeMint(signer, collection, { minter, phase: phase.name, transactionID, qty });
    }),
  );
}

async function mint(
  { chain, contract }: Pick<SaleOptions, "chain" | "contract">,
  account: number,
  authorized: MintArguments | undefined,
): Promise<void> {
  if (authorized === undefined) return;
  const minter = accountAt(await chain.ethers.getSigners(), account);
  const value = (await contract.FD_PRICE()) * authorized[3];
  await contract.connect(minter).FringeMint(...authorized, { value });
}

/** Queues the transactions and mines them in few blocks: thousands of drifters take seconds. */
async function mintTogether(
  { chain, contract }: Pick<SaleOptions, "chain" | "contract">,
  account: number,
  mints: readonly MintArguments[],
): Promise<void> {
  const { provider } = chain.ethers;
  const before = await contract.totalSupply();
  const signed = await signMints({ chain, contract }, account, mints);
  await provider.send("evm_setAutomine", [false]);
  for (const each of signed) await provider.send("eth_sendRawTransaction", [each]);
  // Each mint's gas limit is above what it uses, so the number of mints per block is unknown here.
  while (!(await isAllMined(chain))) await provider.send("evm_mine", []);
  await provider.send("evm_setAutomine", [true]);
  const minted = (await contract.totalSupply()) - before;
  const wanted = mints.reduce((sum, [, , , qty]) => sum + qty, 0n);
  if (minted !== wanted) throw new Error(`Only ${minted} of ${wanted} drifters could be minted.`);
}

/** Signs the mint transactions in order. */
async function signMints(
  { chain, contract }: Pick<SaleOptions, "chain" | "contract">,
  account: number,
  mints: readonly MintArguments[],
): Promise<string[]> {
  const minter = localAccount(account);
  const [to, price, nonce, fees] = await Promise.all([
    contract.getAddress(),
    contract.FD_PRICE(),
    chain.ethers.provider.getTransactionCount(minter.address),
    chain.ethers.provider.getFeeData(),
  ]);
  return Promise.all(
    mints.map((authorized, index) =>
      minter.signTransaction({
        to,
        type: 2,
        chainId: chain.chainId,
        nonce: nonce + index,
        gasLimit: gasOfBatch,
        maxFeePerGas: fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
        value: price * authorized[3],
        data: contract.interface.encodeFunctionData("FringeMint", authorized),
      }),
    ),
  );
}

/** Gas limit of a mint: enough for a batch, and dozens fit into a block. */
const gasOfBatch = 1_000_000;

async function isAllMined({ ethers: { provider } }: LocalChain): Promise<boolean> {
  const waiting = await provider.send("eth_getBlockTransactionCountByNumber", ["pending"]);
  return Number(waiting) === 0;
}

function asHex(address: string): `0x${string}` {
  // Safety: ethers' addresses always begin with 0x.
  return address as `0x${string}`;
}
