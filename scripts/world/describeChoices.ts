import { describeScenarios } from "./scenario.ts";

/** Scenarios and saves as people are shown them. */
export function describeChoices(saves: readonly string[]): string {
  const list = saves.length > 0 ? saves.map((name) => `  ${name}`).join("\n") : "  none yet";
  return `Scenarios:\n${describeScenarios()}\n\nSaves:\n${list}`;
}
