/** Thrown for what a person can mend; its message says how. */
export class UsageError extends Error {
  override name = "UsageError";
}
