import type { SaleFacts } from "#protocol/sale/saleFacts";

/** How many drifters the phase that is sold has in all, and how many of them nobody has yet. */
export function supplyOf({ phase }: Pick<SaleFacts, "phase">): { total: bigint; left: bigint } {
  const total = phase.endPoint - phase.startingPoint;
  return { total, left: total - phase.currentCount };
}

/** The most drifters that one mint may have now; none while nothing is left. */
export function mostAtOnce(sale: SaleFacts): number {
  const { left } = supplyOf(sale);
  const limits = [left, sale.maxBatch, sale.hardBatchLimit, sale.maxSupply - sale.totalSupply];
  // No phase and no batch comes near the numbers that are not exact any more.
  return Number(limits.reduce((least, limit) => (limit < least ? limit : least)));
}
