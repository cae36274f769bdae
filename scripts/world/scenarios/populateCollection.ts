import type { CollectionContract } from "#chain/collection";
import { collectionConfig } from "#collection/collection.config.ts";
import { formatEtherAmount } from "#protocol/values/ether";
import { encodeCall } from "#sale/collectionCalls";
import { parseSaleCall } from "#sale/saleCalls";
import type { ReportProgress } from "../../shared/commandLine/step.ts";
import { accountAt, authorizeMint, localAccount } from "../chain/localAccounts.ts";
import type { LocalChain } from "../chain/localChain.ts";
import { explainRejection } from "./explainRejection.ts";
import { mintedInPhase, roles, type ScenarioPhase, type WorldPlan } from "./scenarioFile.ts";

interface PopulateOptions {
  chain: LocalChain;
  plan: WorldPlan;
  /** Prefix of token URIs; the ID and `.json` are appended. */
  baseURI: string;
  onProgress?: ReportProgress;
}

/** Deploys the collection, sets its phases, and mints and gifts the plan's tokens, all by real transactions. */
export async function populateCollection(options: PopulateOptions): Promise<CollectionContract> {
  const { chain, plan, onProgress } = options;
  const contract = await deploy(options);
  for (const { name, startingPoint, endPoint } of plan.phases) {
    await explainRejection(`“${name}” gets the IDs ${startingPoint} to ${endPoint - 1}`, () =>
      contract.adjustPhases(name, startingPoint, endPoint),
    );
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
    await mintPhase({ chain, contract, phase, count });
    await giftTokens(chain, contract, phase);
    count(phase.gifts.length);
  }
  const { currentPhase = busyPhases.at(-1)?.name } = plan;
  if (currentPhase !== busyPhases.at(-1)?.name) await contract.changePhase(currentPhase ?? "");
  if (!isMinting && busyPhases.length > 0) await contract.toggleMint();
  await sendCalls(contract, plan.calls ?? []);
  return contract;
}

async function deploy({ chain, baseURI }: PopulateOptions): Promise<CollectionContract> {
  const accounts = await chain.ethers.getSigners();
  const signer = accountAt(accounts, roles.signer);
  const administrator = accountAt(accounts, roles.administrator);
  const contract = await chain.ethers.deployContract(
    collectionConfig.contract,
    [baseURI, signer.address],
    administrator,
  );
  await contract.waitForDeployment();
  return contract;
}

async function sendCalls(contract: CollectionContract, calls: readonly string[]): Promise<void> {
  for (const text of calls) {
    const call = { to: await contract.getAddress(), data: encodeCall(parseSaleCall(text)) };
    await explainRejection(`the owner calls ${text}`, async () =>
      contract.runner?.sendTransaction?.(call),
    );
  }
}

async function giftTokens(chain: LocalChain, contract: CollectionContract, phase: ScenarioPhase) {
  if (phase.gifts.length === 0) return;
  const accounts = await chain.ethers.getSigners();
  const receivers = phase.gifts.map((account) => accountAt(accounts, account).address);
  await explainRejection(`accounts ${phase.gifts.join(", ")} get gifts of “${phase.name}”`, () =>
    contract.gift(phase.name, receivers),
  );
}

interface SaleOptions {
  chain: LocalChain;
  contract: CollectionContract;
  phase: ScenarioPhase;
  /** Called after each mint of the plan. */
  count: (quantity: number) => void;
}

/** Mints the plan's sales in a phase, which must be the current phase. */
async function mintPhase({ chain, contract, phase, count }: SaleOptions): Promise<void> {
  const maxBatch = Number(await contract.MAXBATCH());
  for (const [index, { account, quantity }] of phase.mints.entries()) {
    const batches = splitIntoBatches(quantity, maxBatch);
    const saleId = `${phase.name} sale ${index + 1}`;
    const ids = batches.map((_, batch) => (batch === 0 ? saleId : `${saleId}.${batch + 1}`));
    await mintInFewBlocks({ chain, contract, phase }, account, batches, ids);
    count(quantity);
  }
}

function splitIntoBatches(quantity: number, maxBatch: number): bigint[] {
  const batches = Array.from({ length: Math.ceil(quantity / maxBatch) }, () => BigInt(maxBatch));
  const last = quantity % maxBatch;
  return last === 0 ? batches : [...batches.slice(0, -1), BigInt(last)];
}

/** Gas limit per mint, sufficient for a batch, while a block has room for dozens of mints. */
const gasLimit = 1_000_000;

/** Queues the mints and mines them in few blocks, so that thousands of tokens take seconds. */
async function mintInFewBlocks(
  { chain, contract, phase }: Omit<SaleOptions, "count">,
  account: number,
  batches: readonly bigint[],
  ids: readonly string[],
): Promise<void> {
  const { provider } = chain.ethers;
  const minter = accountAt(await chain.ethers.getSigners(), account);
  const connected = contract.connect(minter);
  const collection = { chainId: chain.chainId, contract: requireHex(await contract.getAddress()) };
  const [signer, price] = [
    localAccount(roles.signer),
    await contract[collectionConfig.priceFunction](),
  ];
  const nonce = await provider.getTransactionCount(minter.address);
  const before = await contract.totalSupply();
  const mints: { qty: bigint; hash: string; repeat(): Promise<unknown> }[] = [];
  await provider.send("evm_setAutomine", [false]);
  for (const [index, qty] of batches.entries()) {
    const terms = { minter: requireHex(minter.address), phase: phase.name, qty };
    const transactionID = ids[index] ?? "";
    const mint = await authorizeMint(signer, collection, { ...terms, transactionID });
    const options = { value: price * qty, gasLimit };
    const send = connected[collectionConfig.mintFunction];
    const sent = await send(...mint, { ...options, nonce: nonce + index });
    mints.push({ qty, hash: sent.hash, repeat: () => send.staticCall(...mint, options) });
  }
  // The number of mints per block is unknown here.
  while (!(await isAllMined(chain))) await provider.send("evm_mine", []);
  await provider.send("evm_setAutomine", [true]);
  const minted = (await contract.totalSupply()) - before;
  if (minted === batches.reduce((sum, qty) => sum + qty, 0n)) return;
  for (const { qty, hash, repeat } of mints) {
    const receipt = await provider.getTransactionReceipt(hash);
    if (receipt?.status === 1) continue;
    const what = `account ${account} mints ${qty} of “${phase.name}” for ${formatEtherAmount(price * qty)}`;
    const advice = `To trace it, start a scenario without it, then run: npm run mint -- explain --wallet ${minter.address} --qty ${qty}`;
    await explainRejection(what, repeat, advice);
    throw new Error(`Transaction ${hash} failed, but succeeds when repeated: ${what}.`);
  }
}

async function isAllMined({ ethers: { provider } }: LocalChain): Promise<boolean> {
  const waiting = await provider.send("eth_getBlockTransactionCountByNumber", ["pending"]);
  return Number(waiting) === 0;
}

function requireHex(address: string): `0x${string}` {
  // Safety: ethers' addresses always start with 0x.
  return address as `0x${string}`;
}
