import { UsageError } from "./usageError.ts";

/**
 * Parses a whole number.
 *
 * @throws {UsageError} when the text is not a whole number or is out of range.
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
