import { statfsSync } from "node:fs";
import { resolve } from "node:path";
import { isForLackOfSpace } from "../shared/lackOfSpace.ts";

/** With less, a failure without a known reason is for lack of space. */
const fullBytes = 5_000_000;

/** Returns the message for an error of `npm start`, whose files are in `directory`. */
export function describeStartFailure(error: unknown, directory: string): string {
  const wayOut = `The disk is full: free some space where ${resolve(directory)} is, then run npm start again.`;
  if (isForLackOfSpace(error)) return wayOut;
  const message = error instanceof Error ? error.message : String(error);
  return freeBytes(directory) < fullBytes ? `${message}\n${wayOut}` : message;
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
