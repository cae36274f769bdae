import type { Measurement } from "../measurement.ts";
import type { BenchSale } from "../sale.ts";

/** What it takes to bring the contract to a chain. */
export function measureDeployment({ subject, deploymentGas }: BenchSale): Measurement[] {
  const section = "Deployment";
  return [
    { section, name: "gas", figure: deploymentGas },
    { section, name: "bytecode", figure: subject.sizeBytes, unit: "bytes" },
  ];
}
