import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {UsageError} when it cannot be read.
 */
export async function readInput(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new UsageError(`${file} cannot be read (${code}). Name a file, or - for standard input.`);
  }
}
