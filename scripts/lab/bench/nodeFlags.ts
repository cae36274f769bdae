import { readFile } from "node:fs/promises";
import { join } from "node:path";

const packageFile = join(import.meta.dirname, "../../../package.json");

/** Node's options in an npm script, such as limits of memory, so that a benchmark measures what people run. */
export async function nodeFlagsOf(script: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(packageFile, "utf8"));
  return String(scripts[script])
    .split(" ")
    .filter((word) => word.startsWith("--"));
}
