import { describeScenarios } from "./scenario.ts";

/** Lists scenarios and snapshots for people. */
export function describeChoices(snapshots: readonly string[]): string {
  const list =
    snapshots.length > 0 ? snapshots.map((name) => `  ${name}`).join("\n") : "  none yet";
  return `Scenarios:\n${describeScenarios()}\n\nSnapshots:\n${list}`;
}
