import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Begins the titles of the tests that hold the contracts to what they cost. */
export const gasTestsTitle = "Gas report";

/** The named tests of the contracts. Random ones, which live below, may not be what a figure rests on. */
export function contractTests(root: string): string[] {
  return readdirSync(join(root, "test", "contracts"))
    .filter((file) => file.endsWith(".test.ts"))
    .sort()
    .map((file) => join(root, "test", "contracts", file));
}
