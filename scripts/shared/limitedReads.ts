/** Thrown when a source has no receipts in a supported format, or cannot be read. */
export class SourceError extends Error {
  override name = "SourceError";
}

const mebibyte = 1024 ** 2;

/** Maximum size of a response of a service, decoded, and of a file with one. */
const maxBytes = 16 * mebibyte;

/**
 * Reads a response or a file with one.
 *
 * @param location names it in the error.
 * @throws {SourceError} if it is larger than 16 MB: a hostile service could send without an end.
 */
export async function readLimited(
  source: AsyncIterable<Uint8Array>,
  location: string | URL,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new SourceError(`${location} is larger than ${maxBytes / mebibyte} MB, the maximum.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
