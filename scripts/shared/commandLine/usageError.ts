/** Thrown for a mistake that a person can fix; the message says how. An empty message stands for the help alone. */
export class UsageError extends Error {
  override name = "UsageError";
}
