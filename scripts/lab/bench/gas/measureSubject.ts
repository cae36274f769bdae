import type { Measurement, OnProgress } from "./measurement.ts";
import { type BenchSale, openBenchSale } from "./sale.ts";
import { measureCalls } from "./scenarios/calls.ts";
import { measureDeployment } from "./scenarios/deployment.ts";
import { measureHolders } from "./scenarios/holders.ts";
import { measureMints } from "./scenarios/mints.ts";
import { measurePhases } from "./scenarios/phases.ts";
import { measureTransfers } from "./scenarios/transfers.ts";
import { measureViews, type ViewPlan } from "./scenarios/views.ts";
import { measureWorstTransfers, type TransferPlan } from "./scenarios/worstTransfers.ts";
import type { Subject } from "./subjects.ts";

/** How much to measure. A smaller plan has fewer rows, with the same figures. */
export interface Plan {
  transfers: TransferPlan;
  /** Numbers of phases, ascending. */
  phaseCounts: readonly number[];
  views: ViewPlan;
  /** Whether to enumerate owners of a sold-out collection. */
  holders: boolean;
}

/** A quick test: no more than a small collection. */
export const quickPlan: Plan = {
  transfers: { batchSizes: [8], roundTrips: 0 },
  phaseCounts: [1, 4],
  views: { sizes: [1_000], transfers: 0 },
  holders: false,
};

/** Up to a sold-out collection. */
export const fullPlan: Plan = {
  transfers: { batchSizes: [8, 20, 32, 100], roundTrips: 130 },
  phaseCounts: [1, 4, 1_000],
  views: { sizes: [1_000, 10_000], transfers: 2_000 },
  holders: true,
};

/** Measures the rows of one contract. Every run gives the same figures. */
export async function measureSubject(
  subject: Subject,
  plan: Plan,
  onProgress: OnProgress = () => {},
): Promise<Measurement[]> {
  const sale = await openBenchSale(subject);
  try {
    const rows = await measureSale(sale, plan, onProgress);
    return plan.holders ? [...rows, ...(await measureHolders(subject, onProgress))] : rows;
  } finally {
    await sale.close();
  }
}

/** Measures the sale. The views come last, because only their tokens remain. */
async function measureSale(
  sale: BenchSale,
  { transfers, phaseCounts, views }: Plan,
  onProgress: OnProgress,
): Promise<Measurement[]> {
  onProgress("mints");
  const mints = await measureMints(sale);
  const phases = await measurePhases(sale, phaseCounts, onProgress);
  onProgress("transfers");
  const typicalTransfers = await measureTransfers(sale);
  const worstTransfers = await measureWorstTransfers(sale, transfers, onProgress);
  onProgress("other calls");
  const calls = await measureCalls(sale);
  return [
    ...mints,
    ...phases,
    ...typicalTransfers,
    ...worstTransfers,
    ...calls,
    ...measureDeployment(sale),
    ...(await measureViews(sale, views, (done) => onProgress(`views, ${done}`))),
  ];
}
