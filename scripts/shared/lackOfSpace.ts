/** Codes of the system: the disk, or the user's share of it, is full. */
const codes = ["ENOSPC", "EDQUOT"];

/** Whether an error, or one of its causes, is that of a full disk. */
export function isForLackOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && codes.includes(String(error.code))) return true;
  return isForLackOfSpace(error.cause);
}
