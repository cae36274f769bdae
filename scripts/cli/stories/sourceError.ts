/** Thrown when a source has no receipts in a supported format, or cannot be read. */
export class SourceError extends Error {
  override name = "SourceError";
}
