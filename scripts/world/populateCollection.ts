import type { FringeDrifters } from "#chain/FringeDrifters";
import { authorizeMint } from "../chain/authorizeMint.ts";
import type { LocalChain } from "../chain/localChain.ts";
import { mintedInPhase, type PhasePlan, roles, type WorldPlan } from "./plan.ts";
import type { ReportProgress } from "./startWorld.ts";

interface PopulateOptions {
  chain: LocalChain;
  plan: WorldPlan;
  /** Where token URIs point; the id and `.json` follow it. */
  baseURI: string;
  onProgress?: ReportProgress;
}

/** Deploys the collection, sets its phases, and sells and gifts what the plan says, all by real transactions. */
export async function populateCollection(options: PopulateOptions): Promise<FringeDrifters> {
  const { chain, plan, onProgress } = options;
  const contract = await deploy(options);
  for (const { name, startingPoint, endPoint } of plan.phases) {
    await contract.adjustPhases(name, startingPoint, endPoint);
  }
  await contract.toggleMint();

  const total = plan.phases.reduce((sum, phase) => sum + mintedInPhase(phase), 0);
  let minted = 0;
  const count = (quantity: number) => {
    minted += quantity;
    onProgress?.({ done: minted, total });
  };
  for (const phase of plan.phases) {
    if (mintedInPhase(phase) === 0) continue;
    await contract.changePhase(phase.name);
    await sell(chain, contract, phase, count);
    await giveAway(chain, contract, phase);
    count(phase.gifts.length);
  }
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

async function sell(
  chain: LocalChain,
  contract: FringeDrifters,
  phase: PhasePlan,
  count: (quantity: number) => void,
): Promise<void> {
  const accounts = await chain.ethers.getSigners();
  const signer = accountAt(accounts, roles.signer);
  const address = await contract.getAddress();
  const collection = { chainId: chain.chainId, address: asHex(address) };
  const price = await contract.FD_PRICE();
  for (const [index, { account, quantity }] of phase.mints.entries()) {
    const minter = accountAt(accounts, account);
    const qty = BigInt(quantity);
    const authorization = await authorizeMint(signer, collection, {
      minter: asHex(minter.address),
      phase: phase.name,
      transactionID: `${phase.name} sale ${index + 1}`,
      qty,
    });
    await contract.connect(minter).FringeMint(...authorization, { value: price * qty });
    count(quantity);
  }
}

async function giveAway(chain: LocalChain, contract: FringeDrifters, phase: PhasePlan) {
  if (phase.gifts.length === 0) return;
  const accounts = await chain.ethers.getSigners();
  const receivers = phase.gifts.map((account) => accountAt(accounts, account).address);
  await contract.gift(phase.name, receivers);
}

function accountAt<Account>(accounts: readonly Account[], index: number): Account {
  const account = accounts[index];
  if (account === undefined) throw new Error(`The local chain has no account ${index}.`);
  return account;
}

function asHex(address: string): `0x${string}` {
  // Safety: ethers' addresses always begin with 0x.
  return address as `0x${string}`;
}
