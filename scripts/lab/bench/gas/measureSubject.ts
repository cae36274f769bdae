import type { Measurement, OnProgress } from "./measurement.ts";
import { type BenchSale, openBenchSale } from "./sale.ts";
import { measureCalls } from "./scenarios/calls.ts";
import { measureDeployment } from "./scenarios/deployment.ts";
import { measureMints } from "./scenarios/mints.ts";
import { measureTransfers } from "./scenarios/transfers.ts";
import { measureViews, type ViewPlan } from "./scenarios/views.ts";
import type { Subject } from "./subjects.ts";

/** Views of a small collection, for a quick test. */
export const quickViews: ViewPlan = { sizes: [1_000], transfers: 0 };

/** Views up to a sold-out collection. */
export const allViews: ViewPlan = { sizes: [1_000, 10_000], transfers: 2_000 };

/** Measures all rows of one contract. Every run gives the same figures. */
export async function measureSubject(
  subject: Subject,
  views: ViewPlan,
  onProgress: OnProgress = () => {},
): Promise<Measurement[]> {
  const sale = await openBenchSale(subject);
  try {
    return await measureSale(sale, views, onProgress);
  } finally {
    await sale.close();
  }
}

/** Measures the sale. The views come last, because only their tokens remain. */
async function measureSale(
  sale: BenchSale,
  views: ViewPlan,
  onProgress: OnProgress,
): Promise<Measurement[]> {
  onProgress("mints");
  const mints = await measureMints(sale);
  onProgress("transfers");
  const transfers = await measureTransfers(sale);
  onProgress("other calls");
  const calls = await measureCalls(sale);
  return [
    ...mints,
    ...transfers,
    ...calls,
    ...measureDeployment(sale),
    ...(await measureViews(sale, views, (done) => onProgress(`views, ${done}`))),
  ];
}
