import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Start of the titles of tests that limit gas. */
export const gasTestsTitle = "Gas report";

/** Returns the paths of the contract tests: the examples and the comparison with the model, whose seed is fixed. */
export function contractTests(root: string): string[] {
  const folder = join(root, "test", "contracts");
  const examples = readdirSync(folder).filter((file) => file.endsWith(".test.ts"));
  return [...examples.sort(), "model/differential.test.ts"].map((file) => join(folder, file));
}
