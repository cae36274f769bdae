/** Thrown for what a person can mend; its message says how. Without a message, the help says it. */
export class UsageError extends Error {
  override name = "UsageError";
}
