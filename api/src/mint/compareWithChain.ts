import type { Logger } from "pino";
import { type Address, isAddressEqual } from "viem";
import { formatEtherAmount } from "#protocol/values/ether";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import type { Sale } from "../chain/sale.ts";
import type { SalePlan } from "../settings/saleFile.ts";
import type { MintSettings } from "../settings/settings.ts";
import type { OnSignerKnown } from "./issueAuthorization.ts";
import type { NumberGuard } from "./numberGuard.ts";

interface PlanComparison {
  chain: Pick<Chain, "readSale" | "hasPhase">;
  plan: SalePlan;
  logger: Logger;
}

interface Comparison extends Omit<PlanComparison, "plan"> {
  mint: MintSettings;
  /** Absent if authorization records are not checked. */
  numbers?: NumberGuard | undefined;
  onSignerKnown: OnSignerKnown;
}

/**
 * Logs each mismatch of key, records or sale file with the collection; logs nothing when the chain is unavailable. The
 * key is compared again for each authorization, because the owner can change the signer at any time.
 */
export async function compareWithChain(comparison: Comparison): Promise<void> {
  const { chain, mint, onSignerKnown, logger } = comparison;
  try {
    const sale = await chain.readSale();
    onSignerKnown(isAddressEqual(sale.signer, mint.signer.address), sale);
    await comparison.numbers?.assertCurrent(sale).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      logger.error(recordOutdated);
    });
    await comparePlan({ chain, plan: mint.plan, logger });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Logs phases that the collection does not have, and terms that differ from the active phase's. */
export async function comparePlan({ chain, plan, logger }: PlanComparison): Promise<void> {
  try {
    const sale = await chain.readSale();
    const phases = await missingPhases(chain, plan, sale);
    if (phases.length > 0) logger.warn({ phases }, noSuchPhases);
    const difference = describeTerms(sale, plan);
    if (difference !== undefined) logger.warn(difference);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * Returns what the operator should mend: an invalid sale file, and, if the chain is readable, terms that differ from
 * the chain's and a key that is not the signer's.
 */
export async function listPlanWarnings(
  chain: Pick<Chain, "readSale">,
  plan: { readonly isOutdated: boolean; readonly current: SalePlan },
  signer: Address,
): Promise<string[]> {
  const sale = await chain.readSale().catch(() => undefined);
  const terms = sale && describeTerms(sale, plan.current);
  return [
    plan.isOutdated ? outdatedPlan : undefined,
    terms,
    sale && !isAddressEqual(sale.signer, signer) ? signerMismatch : undefined,
  ].filter((each) => each !== undefined);
}

const outdatedPlan =
  "The sale file is invalid: the previous plan stays in force. The log lists the problems.";

const signerMismatch =
  "MINT_SIGNER_KEY is not the collection's signer: no authorizations are issued. Set the signer's key, or call adjustSigner.";

/** Returns a sentence if minting is on at terms that are not the plan's; the service signs nonetheless. */
function describeTerms(
  { isMinting, phase, price, maxBatch }: Pick<Sale, "isMinting" | "phase" | "price" | "maxBatch">,
  plan: SalePlan,
): string | undefined {
  const planned = plan.get(phase.name);
  if (planned === undefined || !isMinting) return undefined;
  if (price === planned.price && maxBatch === planned.maxPerMint) return undefined;
  const terms = (wei: bigint, max: bigint) => `${formatEtherAmount(wei)}, up to ${max} per mint`;
  return `“${phase.name}” is on sale at ${terms(price, maxBatch)}; the sale file says ${terms(planned.price, planned.maxPerMint)}. Run npm run phases -- plan.`;
}

const noSuchPhases =
  "SALE_FILE names phases that the collection does not have: no authorizations are issued for these names";

const recordOutdated =
  "the record of mint authorizations is older than the chain: nothing is signed until the collection's signer is changed (adjustSigner) and this service has the new key";

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === "mint.record_outdated";
}

async function missingPhases(
  chain: PlanComparison["chain"],
  plan: SalePlan,
  { blockNumber }: Sale,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const phase of plan.keys()) {
    if (!(await chain.hasPhase(phase, blockNumber))) missing.push(phase);
  }
  return missing;
}
