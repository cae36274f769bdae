import { UsageError } from "./usageError.ts";

/**
 * Reads a whole number.
 *
 * @throws {UsageError} when it is another text, or out of bounds.
 */
export function readCount(
  option: string,
  text: string,
  { from, to }: { from: number; to: number },
): number {
  const count = Number(text);
  if (/^\d{1,15}$/.test(text) && count >= from && count <= to) return count;
  throw new UsageError(`${option} takes a whole number from ${from} to ${to}, not "${text}".`);
}
