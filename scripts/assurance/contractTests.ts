import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The named tests of the contracts' rules. Random ones, which live below, may not be what a figure rests on;
 * and what the contracts cost is no rule: any change changes it.
 */
export function contractTests(root: string): string[] {
  return readdirSync(join(root, "test", "contracts"))
    .filter((file) => file.endsWith(".test.ts") && file !== "gas.test.ts")
    .sort()
    .map((file) => join(root, "test", "contracts", file));
}
