import type { Logger } from "pino";
import { isAddressEqual } from "viem";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import type { Sale } from "../chain/sale.ts";
import type { MintSettings } from "../settings/settings.ts";
import type { OnSignerKnown } from "./issueAuthorization.ts";
import type { NumberGuard } from "./numberGuard.ts";

interface Comparison {
  chain: Pick<Chain, "readSale" | "hasPhase">;
  mint: MintSettings;
  /** Absent if authorization records are not checked. */
  numbers?: NumberGuard | undefined;
  onSignerKnown: OnSignerKnown;
  logger: Logger;
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
    const phases = await missingPhases(comparison, sale);
    if (phases.length > 0) logger.warn({ phases }, noSuchPhases);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

const noSuchPhases =
  "SALE_FILE names phases that the collection does not have: no authorizations are issued for these names";

const recordOutdated =
  "the record of mint authorizations is older than the chain: nothing is signed until the collection's signer is changed (adjustSigner) and this service has the new key";

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === "mint.record_outdated";
}

async function missingPhases(
  { chain, mint }: Comparison,
  { blockNumber }: Sale,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const phase of mint.plan.keys()) {
    if (!(await chain.hasPhase(phase, blockNumber))) missing.push(phase);
  }
  return missing;
}
