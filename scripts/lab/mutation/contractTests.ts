import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Start of the titles of tests that limit gas. */
export const gasTestsTitle = "Gas report";

/** Returns the paths of the contract tests, without the random tests in subfolders, so that figures are reproducible. */
export function contractTests(root: string): string[] {
  return readdirSync(join(root, "test", "contracts"))
    .filter((file) => file.endsWith(".test.ts"))
    .sort()
    .map((file) => join(root, "test", "contracts", file));
}
