import type { Measurement, OnProgress } from "./measurement.ts";
import { openBenchSale } from "./sale.ts";
import { measureCalls } from "./scenarios/calls.ts";
import { measureHolders } from "./scenarios/holders.ts";
import { measureMints } from "./scenarios/mints.ts";
import { measureTransfers } from "./scenarios/transfers.ts";
import { measureViews, type ViewPlan } from "./scenarios/views.ts";
import type { Subject } from "./subjects.ts";

/** How much to measure. A smaller plan has fewer rows, with the same figures. */
export interface Plan extends ViewPlan {
  /** Whether to enumerate owners of a sold-out collection. */
  holders: boolean;
}

/** A quick test: no more than a small collection. */
export const quickPlan: Plan = { sizes: [1_000], transfers: 0, holders: false };

/** Up to a sold-out collection. */
export const fullPlan: Plan = { sizes: [1_000, 10_000], transfers: 2_000, holders: true };

/** Measures the rows of one contract. Every run gives the same figures. */
export async function measureSubject(
  subject: Subject,
  plan: Plan,
  onProgress: OnProgress = () => {},
): Promise<Measurement[]> {
  const sale = await openBenchSale(subject);
  try {
    return [
      ...(await measureMints(sale)),
      ...(await measureTransfers(sale)),
      ...(await measureCalls(sale)),
      { section: "Deployment", name: "gas", figure: sale.deploymentGas },
      { section: "Deployment", name: "bytecode", figure: subject.sizeBytes, unit: "bytes" },
      // The views come last, because their tokens remain.
      ...(await measureViews(sale, plan, onProgress)),
      ...(plan.holders ? await measureHolders(subject, onProgress) : []),
    ];
  } finally {
    await sale.close();
  }
}
