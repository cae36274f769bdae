import type { FringeDrifters } from "#chain/FringeDrifters";
import type { LocalChain } from "./chain/localChain.ts";
import { accountAt } from "./parties.ts";
import { mintedInPhase, type PhasePlan, roles, type WorldPlan } from "./plan.ts";
import { sellPhase } from "./sellPhase.ts";
import type { ReportProgress } from "./step.ts";

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
