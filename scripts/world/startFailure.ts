import { statfsSync } from "node:fs";
import { resolve } from "node:path";

/** With less, a failure without a known reason is for lack of space. */
const fullBytes = 5_000_000;
/** Codes of the system: the disk, or the user's share of it, is full. */
const noSpaceCodes = ["ENOSPC", "EDQUOT"];

/** Returns the message for an error of `npm start`, whose files are in `directory`. */
export function describeStartFailure(error: unknown, directory: string): string {
  const wayOut = `The disk is full: free some space where ${resolve(directory)} is, then run npm start again.`;
  if (isForLackOfSpace(error)) return wayOut;
  const message = error instanceof Error ? error.message : String(error);
  return freeBytes(directory) < fullBytes ? `${message}\n${wayOut}` : message;
}

/** Whether the error or one of its causes is the system's. */
function isForLackOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && noSpaceCodes.includes(String(error.code))) return true;
  return isForLackOfSpace(error.cause);
}

function freeBytes(directory: string): number {
  try {
    const { blocks, bavail, bsize } = statfsSync(directory);
    // Some file systems do not know.
    return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
