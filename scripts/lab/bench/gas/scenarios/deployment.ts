import type { Measurement } from "../measurement.ts";
import type { BenchSale } from "../sale.ts";

/** The gas of the deployment. */
export function measureDeployment({ subject, deploymentGas }: BenchSale): Measurement[] {
  const section = "Deployment";
  return [
    { section, name: "gas", figure: deploymentGas },
    { section, name: "bytecode", figure: subject.sizeBytes, unit: "bytes" },
  ];
}
